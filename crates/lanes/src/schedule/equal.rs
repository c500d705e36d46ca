//! Tests of [`Queue::equal`]: what it takes and what it leaves, beside the same computed plainly.

use core::cmp::Reverse;
use std::vec::Vec;

use super::{MOST_LANES, Queue, WINDOW};
use crate::hash::{Run, Runs};

/// What comes of a window of rows: what `equal` takes at a time, and what it leaves.
#[derive(Debug, Default, PartialEq, Eq)]
struct Window {
    taken: Vec<(Vec<usize>, Run)>,
    left: Vec<(usize, Run)>,
}

/// The windows of a queue.
fn found(runs: &[Run], count: usize) -> Vec<Window> {
    let mut queue = Queue::new(Runs::Each(runs), runs.len());
    let mut windows = Vec::new();
    loop {
        let mut window = Window::default();
        queue.fill();
        queue.equal(count, |rows, run| window.taken.push((rows.to_vec(), run)));
        let more = queue.has_more();
        window.left = queue.window().collect();
        windows.push(window);
        if !more {
            return windows;
        }
    }
}

/// The same as it is documented.
fn due(runs: &[Run], count: usize) -> Vec<Window> {
    let rows: Vec<(usize, Run)> = runs.iter().copied().enumerate().collect();
    let of = |rows: &[(usize, Run)]| {
        let mut rows = rows.to_vec();
        rows.retain(|(_, run)| run.start < run.end);
        rows.sort_by_key(|(_, run)| Reverse(run.end - run.start));
        let mut window = Window::default();
        for same in rows.chunk_by(|a, b| a.1 == b.1) {
            let (taken, left) = same.split_at(same.len() / count * count);
            for some in taken.chunks(2 * count) {
                let rows = some.iter().map(|(row, _)| *row).collect();
                window.taken.push((rows, some[0].1));
            }
            window.left.extend(left);
        }
        window
    };
    rows.chunks(WINDOW).map(of).collect()
}

const fn run(start: u32, end: u32) -> Run {
    Run { start, end }
}

#[test]
fn rows_with_the_same_run_are_taken_together() {
    let (a, b, c, none) = (run(3, 8), run(0, 5), run(1, 3), run(7, 7));
    // `b` is as long as `a`, but not the same.
    let runs = [c, a, none, a, c, c, a, a, b, a, none, b, c, a, c, a];
    let [window] = &found(&runs, 2)[..] else { panic!("one window") };
    let taken = [(&[1, 3, 6, 7][..], a), (&[13, 15], a), (&[0, 4, 5, 12], c)];
    assert_eq!(window.taken, taken.map(|(rows, run)| (rows.to_vec(), run)));
    assert_eq!(window.left, [(8, b), (9, a), (11, b), (14, c)]);
    // In threes `a` goes alone: another set of it is not there.
    let [window] = &found(&runs, 3)[..] else { panic!("one window") };
    assert_eq!(window.taken, [([1, 3, 6].to_vec(), a), ([0, 4, 5].to_vec(), c)]);
    assert_eq!(window.left.len(), 8);
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn as_documented_whatever_the_runs() {
    let verifying: Vec<Run> = (0..16).map(|digit| run(digit, 15)).collect();
    let signing: Vec<Run> = (0..4).map(|digit| run(255, 256 + digit)).collect();
    let as_long: Vec<Run> = (0..3).map(|start| run(start, start + 4)).collect();
    let empty = [run(0, 0), run(9, 9), run(0, 2)];
    let mut number = 1_u64;
    let mut below = |end: usize| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (number >> 33) as usize % end
    };
    for kinds in [&verifying[..], &signing, &as_long, &empty] {
        for count in [1, 2, 3, 8, MOST_LANES] {
            for rows in [2, count + 1, 2 * count, 67, WINDOW - 1, WINDOW, WINDOW + 1, 2500] {
                // Here and there, or one kind after the other.
                let mut runs: Vec<Run> = (0..rows).map(|_| kinds[below(kinds.len())]).collect();
                runs[0] = run(20, 256);
                for _ in 0..2 {
                    assert_eq!(found(&runs, count), due(&runs, count), "{count} of {rows}");
                    runs.sort_by_key(|run| (run.end, run.start));
                }
            }
        }
    }
}
