//! Whether the intervals of ratios hold what they promise, by simulation: times of processes are drawn
//! around a ratio that is known, and it is counted how often the interval misses it.

use measure::stats::{Draws, Ratio};

/// The ratio that is to be found.
const RATIO: f64 = 1.05;

/// Experiments of each kind.
const TRIALS: u32 = 1500;

/// What becomes of a process.
#[derive(Clone, Copy, Debug)]
struct World {
    /// How far apart processes are: the standard deviation of the logarithms of their medians.
    spread: f64,
    /// How many processes take 1.7 times as long as they should.
    slow: f64,
}

/// All processes as fast as one another but for 1 %.
const QUIET: World = World { spread: 0.01, slow: 0.0 };

/// One process in eight shares its core with somebody.
const NOISY: World = World { spread: 0.01, slow: 0.125 };

impl World {
    /// Times of so many processes around `time`.
    fn processes(self, draws: &mut Draws, count: usize, time: f64) -> Vec<f64> {
        let one = |_| {
            let slow = if unit(draws) < self.slow { 1.7 } else { 1.0 };
            time * slow * (self.spread * normal(draws)).exp()
        };
        (0..count).map(one).collect()
    }
}

/// From 0 to 1.
fn unit(draws: &mut Draws) -> f64 {
    (draws.word() >> 11) as f64 / (1u64 << 53) as f64
}

/// Of the standard normal distribution, by Box and Muller.
fn normal(draws: &mut Draws) -> f64 {
    let (radius, angle) = (1.0 - unit(draws), unit(draws));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// How often, in percent, an interval of this level misses the ratio, and how often it excludes 1.
fn misses(world: World, count: usize, level: f64, paired: bool) -> (f64, f64) {
    let mut draws = Draws::new(count as u64);
    let (mut missed, mut found) = (0, 0);
    for trial in 0..TRIALS {
        let first = world.processes(&mut draws, count, 1e6);
        let second = world.processes(&mut draws, count, RATIO * 1e6);
        let of = if paired { Ratio::paired } else { Ratio::unpaired };
        let Ratio { low, high, .. } =
            of(&first, &second, level, u64::from(trial)).expect("enough processes");
        missed += u32::from(!(low..=high).contains(&RATIO));
        found += u32::from(low > 1.0);
    }
    let percent = |count| 100.0 * f64::from(count) / f64::from(TRIALS);
    (percent(missed), percent(found))
}

/// With 1,500 trials, 5 % is between 3.9 and 6.1 % nineteen times out of twenty; intervals may be too
/// wide, which misses less.
#[test]
fn intervals_miss_the_ratio_no_more_often_than_they_say() {
    for world in [QUIET, NOISY] {
        for count in [5, 10, 20] {
            for paired in [true, false] {
                let (missed, _) = misses(world, count, 0.95, paired);
                assert!(missed <= 6.2, "{missed} % of {count}, paired: {paired}, {world:?}");
                let (missed, _) = misses(world, count, 0.995, paired);
                assert!(missed <= 1.2, "{missed} % of {count}, paired: {paired}, {world:?}");
            }
        }
    }
}

/// What a comparison of twelve operations asks for by default: 20 processes, and intervals at 1 - 0.05 / 12.
#[test]
fn five_percent_are_found_where_processes_differ_by_one() {
    for (world, due) in [(QUIET, 99.0), (NOISY, 90.0)] {
        for paired in [true, false] {
            let (_, found) = misses(world, 20, 1.0 - 0.05 / 12.0, paired);
            assert!(found >= due, "{found} %, paired: {paired}, {world:?}");
        }
    }
}
