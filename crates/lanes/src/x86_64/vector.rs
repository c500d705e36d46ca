//! Vectors as newtypes over registers, and how a unit runs kernels on them.

use super::pair::Pair;

/// A vector that can be moved.
pub(super) trait Vector: Copy {
    /// Proof that this CPU has such vectors.
    type Proof: Copy;
    /// Its words.
    type Lanes;
    fn load(proof: Self::Proof, words: &Self::Lanes) -> Self;
    fn store(self, words: &mut Self::Lanes);
}

#[inline(always)]
pub(super) fn load<V: Vector, const N: usize>(proof: V::Proof, lanes: &[V::Lanes; N]) -> [V; N] {
    let mut vectors = [V::load(proof, &lanes[0]); N];
    for i in 1..N {
        vectors[i] = V::load(proof, &lanes[i]);
    }
    vectors
}

#[inline(always)]
pub(super) fn store<V: Vector, const N: usize>(vectors: [V; N], lanes: &mut [V::Lanes]) {
    for i in 0..N {
        vectors[i].store(&mut lanes[i]);
    }
}

#[inline(always)]
pub(super) fn load_two<V: Vector, const N: usize>(
    proof: V::Proof,
    first: &[V::Lanes; N],
    second: &[V::Lanes; N],
) -> [Pair<V>; N] {
    let mut pairs = [Pair(V::load(proof, &first[0]), V::load(proof, &second[0])); N];
    for i in 1..N {
        pairs[i] = Pair(V::load(proof, &first[i]), V::load(proof, &second[i]));
    }
    pairs
}

#[inline(always)]
pub(super) fn store_two<V: Vector, const N: usize>(
    pairs: [Pair<V>; N],
    first: &mut [V::Lanes],
    second: &mut [V::Lanes],
) {
    for i in 0..N {
        pairs[i].0.store(&mut first[i]);
        pairs[i].1.store(&mut second[i]);
    }
}

/// The part of a [`Unit`](crate::unit::Unit) that is the same for all vectors: kernels run on them, and
/// rows are moved in them.
macro_rules! runs_vectors {
    ($features:literal, $vector:ident, $word:ty, $lanes:literal) => {
        const IN_PAIRS: bool = true;
        const MOVES_VECTORS: bool = true;

        #[inline(always)]
        fn enter<J: Job>(self, job: J) {
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn inner<J: Job>(job: J) {
                job.run();
            }
            // SAFETY: `self` is proof of the features that `inner` is compiled for.
            unsafe { inner(job) }
        }

        #[inline(always)]
        fn iterate<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
            self,
            kernel: K,
            c: &Lanes<$word, $lanes, C>,
            j: &mut Lanes<$word, $lanes, 1>,
            x: &mut Lanes<$word, $lanes, N>,
            steps: u32,
        ) {
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn inner<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
                proof: <$vector as Vector>::Proof,
                kernel: K,
                c: &Lanes<$word, $lanes, C>,
                j: &mut Lanes<$word, $lanes, 1>,
                x: &mut Lanes<$word, $lanes, N>,
                steps: u32,
            ) {
                // With an aligned local LLVM aligns the frame, and so its spill slots.
                let mut aligned = Lanes::<$word, $lanes, 1>::zero();
                black_box(&mut aligned);
                let constants = load::<$vector, C>(proof, &c.0);
                let mut value = load::<$vector, N>(proof, &x.0);
                let [mut counter] = load::<$vector, 1>(proof, &j.0);
                let stride = $vector::splat(proof, kernel.stride());
                for _ in 0..steps {
                    value = kernel.step(proof, &constants, counter, value);
                    counter = counter.add(stride);
                }
                store([counter], &mut j.0);
                store(value, &mut x.0);
            }
            // SAFETY: `self` is proof of the features that `inner` is compiled for.
            unsafe { inner(self, kernel, c, j, x, steps) }
        }

        #[inline(always)]
        fn iterate_two<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
            self,
            kernel: K,
            sets: &mut [Set<$word, $lanes, C, N>; 2],
            steps: u32,
        ) {
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn inner<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
                proof: <$vector as Vector>::Proof,
                kernel: K,
                [first, second]: &mut [Set<$word, $lanes, C, N>; 2],
                steps: u32,
            ) {
                // As above.
                let mut aligned = Lanes::<$word, $lanes, 1>::zero();
                black_box(&mut aligned);
                let constants = load_two(proof, &first.constants.0, &second.constants.0);
                let mut value = load_two(proof, &first.value.0, &second.value.0);
                let [mut counter] = load_two(proof, &first.j.0, &second.j.0);
                let stride = Pair::<$vector>::splat(proof, kernel.stride());
                for _ in 0..steps {
                    value = kernel.step(proof, &constants, counter, value);
                    counter = counter.add(stride);
                }
                store_two([counter], &mut first.j.0, &mut second.j.0);
                store_two(value, &mut first.value.0, &mut second.value.0);
            }
            // SAFETY: `self` is proof of the features that `inner` is compiled for.
            unsafe { inner(self, kernel, sets, steps) }
        }
    };
}

pub(super) use runs_vectors;
