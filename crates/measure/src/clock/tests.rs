use super::*;
use std::thread::sleep;

#[test]
fn overhead_is_small_and_taken_off() {
    let overhead = Clock::overhead();
    assert!(overhead.wall < Duration::from_micros(100), "{overhead:?}");
    assert!(overhead.counts.ticks.is_none_or(|ticks| ticks < 1_000_000), "{overhead:?}");
    let ns = Duration::from_nanos;
    let of = |wall, cpu, ticks, cycles| Elapsed {
        wall: ns(wall),
        cpu: Some(ns(cpu)),
        counts: Counts { ticks: Some(ticks), cycles: Some(cycles) },
        elsewhere: false,
    };
    let some = of(500, 700, 900, 1100);
    assert_eq!(some.less(of(20, 400, 30, 600)), of(480, 300, 870, 500));
    assert_eq!(some.less(of(501, 701, 901, 1101)), of(0, 0, 0, 0), "never below nothing");
    let counts = Counts { ticks: Some(900), cycles: None };
    assert_eq!(some.of_all_threads(), Elapsed { cpu: None, counts, ..some });
}

#[test]
fn ticks_are_there_on_x86_64_and_grow_with_the_work() {
    let ticks = |ms| {
        let started = Clock::start();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(ms) {
            std::hint::spin_loop();
        }
        started.stop().counts.ticks
    };
    let long = ticks(20);
    assert_eq!(long.is_some(), cfg!(target_arch = "x86_64"));
    // The best of a few, as others may take the processor away.
    let short = (0..10).map(|_| ticks(1)).min().flatten();
    assert_eq!(short.is_some(), long.is_some());
    assert!(short < long || long.is_none(), "{short:?} {long:?}");
}

#[cfg(unix)]
fn spin(wall: Duration) {
    let start = Instant::now();
    while start.elapsed() < wall {
        std::hint::spin_loop();
    }
}

#[test]
fn sleep_is_wall_time_and_no_cpu_time() {
    let started = Clock::start();
    sleep(Duration::from_millis(60));
    let elapsed = started.stop();
    assert!(elapsed.wall >= Duration::from_millis(60), "{elapsed:?}");
    if let Some(cpu) = elapsed.cpu {
        assert!(cpu < Duration::from_millis(30), "{elapsed:?}");
    }
    assert!(elapsed.disturbance().is_none_or(|ratio| ratio > 2.0), "{elapsed:?}");
}

#[test]
#[cfg(unix)]
fn work_is_both() {
    // The best of a few: others may take the processor away, and do.
    let ratio = (0..20)
        .filter_map(|_| {
            let started = Clock::start();
            spin(Duration::from_millis(2));
            let elapsed = started.stop();
            assert!(elapsed.wall >= Duration::from_millis(2), "{elapsed:?}");
            assert!(elapsed.cpu.is_some_and(|cpu| !cpu.is_zero()), "{elapsed:?}");
            elapsed.disturbance()
        })
        .fold(f64::INFINITY, f64::min);
    assert!((0.9..1.2).contains(&ratio), "{ratio}");
}

#[test]
#[cfg(unix)]
fn other_threads_are_not_counted() {
    let started = Clock::start();
    std::thread::scope(|scope| {
        scope.spawn(|| spin(Duration::from_millis(40)));
    });
    let elapsed = started.stop();
    assert!(elapsed.wall >= Duration::from_millis(40), "{elapsed:?}");
    assert!(elapsed.cpu.is_some_and(|cpu| cpu < Duration::from_millis(20)), "{elapsed:?}");
}

#[test]
fn disturbance_is_a_ratio() {
    let wall = Duration::from_millis(3);
    let ratio =
        |cpu| Elapsed { wall, cpu, counts: Counts::default(), elsewhere: false }.disturbance();
    assert_eq!(ratio(Some(Duration::from_millis(2))), Some(1.5));
    assert_eq!(ratio(Some(Duration::ZERO)), None);
    assert_eq!(ratio(None), None);
}

#[test]
fn steps_are_the_clocks() {
    // A clock that moves by 700 ns at every third read.
    let mut reads = 0u64;
    let step = smallest_step(|| {
        reads += 1;
        Some(Duration::from_nanos(reads / 3 * 700))
    });
    assert_eq!(step, Some(Duration::from_nanos(700)));
    assert_eq!(smallest_step(|| None), None);
    assert_eq!(smallest_step(|| Some(Duration::from_secs(1))), None);
}

#[test]
#[cfg(unix)]
fn clocks_are_fine_enough() {
    let resolution = Clock::resolution();
    assert!(resolution.wall.is_some_and(|step| step < Duration::from_micros(10)));
    assert!(resolution.cpu.is_some_and(|step| step < Duration::from_micros(100)));
}
