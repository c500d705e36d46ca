//! The library, behind the few functions of `shim.c` and `heap.c`.
#![expect(unsafe_code, reason = "a C library is called")]

use std::ffi::{CString, c_char, c_int, c_uint, c_ulonglong};
use std::ptr::NonNull;

/// A key of HSS or XMSS, private or to verify by.
#[derive(Debug)]
pub(crate) struct Key(NonNull<Opaque>);

#[repr(C)]
struct Opaque {
    private: [u8; 0],
}

// SAFETY: the signatures are those of `shim.c` and `heap.c`.
unsafe extern "C" {
    fn rival_begin() -> c_int;
    fn rival_heap(bytes: *mut c_ulonglong, allocations: *mut c_ulonglong, peak: *mut c_ulonglong);
    fn rival_new(xmss: *const c_char, levels: c_int, height: c_int, width: c_int) -> *mut Opaque;
    fn rival_free(key: *mut Opaque);
    fn rival_generate(key: *mut Opaque) -> c_int;
    fn rival_public_key(key: *const Opaque, out: *mut u8, len: *mut c_uint) -> c_int;
    fn rival_signature_len(key: *const Opaque, len: *mut c_uint) -> c_int;
    fn rival_sign(
        key: *mut Opaque,
        message: *const u8,
        message_len: c_int,
        out: *mut u8,
        len: *mut c_uint,
    ) -> c_int;
    fn rival_import(key: *mut Opaque, public_key: *const u8, len: c_uint) -> c_int;
    fn rival_verify(
        key: *mut Opaque,
        message: *const u8,
        message_len: c_int,
        signature: *const u8,
        len: c_uint,
    ) -> c_int;
}

/// What the library is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    /// Levels, height of each, bits of a digit; all of one kind, with SHA-256 and n = 32.
    Hss(i32, i32, i32),
    /// By name.
    Xmss(&'a str),
}

/// The library's error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed(pub(crate) i32);

/// Lets what the library allocates be counted; to be called before anything else.
pub(crate) fn begin() -> Result<(), Failed> {
    // SAFETY: nothing is allocated yet, and there is one thread.
    done(unsafe { rival_begin() })
}

/// What the library allocated since this was called last: bytes, how often, and the most bytes that were alive at
/// once above those that were then.
pub(crate) fn heap() -> [u64; 3] {
    let [mut bytes, mut allocations, mut peak] = [0; 3];
    // SAFETY: all are there during the call, and there is one thread.
    unsafe { rival_heap(&mut bytes, &mut allocations, &mut peak) };
    [bytes, allocations, peak]
}

impl Key {
    /// Without content; `None` if the library does not have the set.
    pub(crate) fn new(kind: Kind<'_>) -> Option<Self> {
        let (name, [levels, height, width]) = match kind {
            Kind::Hss(levels, height, width) => (None, [levels, height, width]),
            Kind::Xmss(name) => (Some(CString::new(name).ok()?), [0; 3]),
        };
        let name = name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
        // SAFETY: the name is none, or ends with a zero and outlives the call.
        NonNull::new(unsafe { rival_new(name, levels, height, width) }).map(Self)
    }

    pub(crate) fn generate(&mut self) -> Result<(), Failed> {
        // SAFETY: the key is there until it is dropped.
        done(unsafe { rival_generate(self.0.as_ptr()) })
    }

    pub(crate) fn public_key(&self) -> Result<Vec<u8>, Failed> {
        let mut out = vec![0; 256];
        let mut len = out.len() as c_uint;
        // SAFETY: `len` says how many bytes there are to be written.
        done(unsafe { rival_public_key(self.0.as_ptr(), out.as_mut_ptr(), &mut len) })?;
        out.truncate(len as usize);
        Ok(out)
    }

    /// Room for a signature.
    pub(crate) fn room(&self) -> Result<Vec<u8>, Failed> {
        let mut len = 0;
        // SAFETY: the key is there until it is dropped, and `len` during the call.
        done(unsafe { rival_signature_len(self.0.as_ptr(), &mut len) })?;
        Ok(vec![0; len as usize])
    }

    /// Signs into room that there is.
    pub(crate) fn sign(&mut self, message: &[u8], room: &mut Vec<u8>) -> Result<(), Failed> {
        let message_len = c_int::try_from(message.len()).map_err(|_| Failed(0))?;
        let mut len = room.len() as c_uint;
        // SAFETY: both lengths are those of the slices.
        done(unsafe {
            rival_sign(self.0.as_ptr(), message.as_ptr(), message_len, room.as_mut_ptr(), &mut len)
        })?;
        room.truncate(len as usize);
        Ok(())
    }

    pub(crate) fn import(&mut self, public_key: &[u8]) -> Result<(), Failed> {
        let len = c_uint::try_from(public_key.len()).map_err(|_| Failed(0))?;
        // SAFETY: the length is that of the slice.
        done(unsafe { rival_import(self.0.as_ptr(), public_key.as_ptr(), len) })
    }

    pub(crate) fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Failed> {
        let message_len = c_int::try_from(message.len()).map_err(|_| Failed(0))?;
        let len = c_uint::try_from(signature.len()).map_err(|_| Failed(0))?;
        // SAFETY: both lengths are those of the slices.
        done(unsafe {
            rival_verify(self.0.as_ptr(), message.as_ptr(), message_len, signature.as_ptr(), len)
        })
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it is freed once, and not used after.
        unsafe { rival_free(self.0.as_ptr()) }
    }
}

fn done(result: c_int) -> Result<(), Failed> {
    if result == 0 { Ok(()) } else { Err(Failed(result)) }
}
