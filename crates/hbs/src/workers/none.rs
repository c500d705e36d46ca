//! No threads: there are none without an operating system.

use alloc::vec::Vec;

use signer::Error;

/// What there is none of.
#[derive(Clone)]
pub(super) enum Pool {}

impl Pool {
    pub(super) fn new(_: usize) -> Result<Self, Error> {
        Err(Error::unsupported("more threads than one need the feature `std`"))
    }

    pub(super) fn threads(&self) -> usize {
        match *self {}
    }

    pub(super) fn run<R>(&self, _: impl FnOnce() -> R) -> R {
        match *self {}
    }

    pub(super) fn share<T, R>(&self, _: &[T], _: usize, _: impl Fn(&[T]) -> Vec<R>) -> Vec<R> {
        match *self {}
    }

    pub(super) fn each<S>(
        &self,
        _: &mut [u8],
        _: usize,
        _: impl Fn() -> S,
        _: impl Fn(&mut S, usize, &mut [u8]),
    ) {
        match *self {}
    }

    pub(super) fn pairs(
        &self,
        _: [(&mut [u8], usize); 2],
        _: impl Fn(usize, &mut [u8], &mut [u8]),
    ) {
        match *self {}
    }
}
