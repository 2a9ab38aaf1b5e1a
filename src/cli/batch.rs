//! Many games at a time, in order, with a bounded number of them in memory.
//!
//! The reader puts a promise for each item into a queue of fixed length and hands the item to
//! whichever worker is free; the writer redeems the promises in their order. A slow game holds
//! the writer up, the full queue then holds the reader up, and so nothing piles up.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use anyhow::Result;

/// Items in the queue for each thread: enough to keep all busy behind a slow one.
const AHEAD: usize = 16;

/// Runs `work` over `items` on this many threads and hands the results to `take`, in the order
/// of the items. `None` stands for an item whose work panicked.
///
/// # Errors
///
/// The first error of `take`; what is still under way is dropped then.
pub fn in_order<T: Send, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(Option<R>) -> Result<()>,
) -> Result<()> {
    let guarded = |item: T| catch_unwind(AssertUnwindSafe(|| work(item))).ok();
    if threads <= 1 {
        return items.map(guarded).try_for_each(take);
    }
    thread::scope(|scope| {
        let (promise_in, promises) = mpsc::sync_channel::<mpsc::Receiver<R>>(threads * AHEAD);
        let (job_in, jobs) = mpsc::sync_channel::<(T, mpsc::SyncSender<R>)>(threads);
        let jobs = std::sync::Arc::new(Mutex::new(jobs));
        scope.spawn(move || {
            for item in items {
                let (result_in, result) = mpsc::sync_channel(1);
                // Either end is gone when the writer failed: then there is no more to do.
                if promise_in.send(result).is_err() || job_in.send((item, result_in)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..threads {
            let (jobs, guarded) = (jobs.clone(), &guarded);
            scope.spawn(move || {
                loop {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((item, result_in)) = job else { break };
                    if let Some(result) = guarded(item) {
                        // Nobody waits for it any more when the writer failed.
                        let _ = result_in.send(result);
                    }
                }
            });
        }
        drop(jobs);
        promises.iter().try_for_each(|result| take(result.recv().ok()))
    })
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let mut found = Vec::new();
            let work = |n: u64| {
                thread::sleep(Duration::from_millis(7 - n % 7));
                n * 2
            };
            in_order(threads, 0..60, work, |n| {
                found.push(n);
                Ok(())
            })
            .expect("no errors");
            assert_eq!(found, (0..60).map(|n| Some(n * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_slow_item_holds_the_reader_up() {
        let read = AtomicUsize::new(0);
        let items = (0..10_000).inspect(|_| {
            read.fetch_add(1, Ordering::SeqCst);
        });
        let mut most = 0;
        in_order(
            2,
            items,
            |n| {
                if n == 0 {
                    thread::sleep(Duration::from_millis(100));
                }
                n
            },
            |n| {
                if n == Some(0) {
                    most = read.load(Ordering::SeqCst);
                }
                Ok(())
            },
        )
        .expect("no errors");
        assert!(most <= 2 * AHEAD + 8, "{most} items were read ahead");
    }

    #[test]
    fn an_error_of_the_writer_ends_the_batch() {
        for threads in [1, 3] {
            let outcome = in_order(
                threads,
                0..,
                |n: u64| n,
                |n| match n {
                    Some(5) => anyhow::bail!("full"),
                    _ => Ok(()),
                },
            );
            assert_eq!(outcome.expect_err("an error").to_string(), "full");
        }
    }

    #[test]
    fn a_panic_costs_one_item() {
        for threads in [1, 3] {
            let mut lost = Vec::new();
            let work = |n: usize| {
                assert_ne!(n, 3, "a test of panics");
                n
            };
            in_order(threads, 0..6, work, |n| {
                lost.push(n.is_none());
                Ok(())
            })
            .expect("no errors");
            assert_eq!(lost, [false, false, false, true, false, false]);
        }
    }
}
