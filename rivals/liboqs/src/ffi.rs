//! The library, behind the few functions of `shim.c`.
#![expect(unsafe_code, reason = "a C library is called")]

use crate::random;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::NonNull;

/// A key, private or to verify by.
#[derive(Debug)]
pub(crate) struct Key(NonNull<Opaque>);

#[repr(C)]
struct Opaque {
    private: [u8; 0],
}

// SAFETY: the signatures are those of `shim.c`.
unsafe extern "C" {
    fn rival_draw_from(source: extern "C" fn(*mut u8, usize));
    fn rival_name(i: usize) -> *const c_char;
    fn rival_new(name: *const c_char) -> *mut Opaque;
    fn rival_free(key: *mut Opaque);
    fn rival_public_key_len(key: *const Opaque) -> usize;
    fn rival_signature_len(key: *const Opaque) -> usize;
    fn rival_prepare(key: *mut Opaque) -> c_int;
    fn rival_generate(key: *mut Opaque, public_key: *mut u8) -> c_int;
    fn rival_sign(
        key: *mut Opaque,
        message: *const u8,
        message_len: usize,
        signature: *mut u8,
        len: *mut usize,
    ) -> c_int;
    fn rival_verify(
        key: *const Opaque,
        message: *const u8,
        message_len: usize,
        signature: *const u8,
        len: usize,
        public_key: *const u8,
    ) -> c_int;
}

/// The library says no, and not why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed;

/// Bytes that are there behind a public key and a signature. The library reads as many as the OID in a public key asks
/// for, whatever it is told of lengths: at most those of XMSSMT-SHA2_60/12_512.
pub(crate) const READ: (usize, usize) = (4 + 2 * 64, 8 + 64 + (12 * 131 + 60) * 64);

/// Lets the library draw from [`random`], and nowhere else.
pub(crate) fn draw_from_here() {
    // SAFETY: the function is there for ever.
    unsafe { rival_draw_from(draw) }
}

extern "C" fn draw(out: *mut u8, len: usize) {
    // SAFETY: the library asks for bytes that it has room for.
    let out = unsafe { std::slice::from_raw_parts_mut(out, len) };
    random::draw(out);
}

/// Names of all schemes that the library knows, compiled or not.
pub(crate) fn names() -> Vec<String> {
    let name = |i| {
        // SAFETY: any number may be asked for.
        let name = NonNull::new(unsafe { rival_name(i) }.cast_mut())?;
        // SAFETY: a name is a constant that ends with a zero.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) };
        Some(name.to_string_lossy().into_owned())
    };
    (0..).map_while(name).collect()
}

impl Key {
    /// Without content; `None` if the library does not have the scheme.
    pub(crate) fn new(name: &str) -> Option<Self> {
        let name = CString::new(name).ok()?;
        // SAFETY: the name ends with a zero and outlives the call.
        NonNull::new(unsafe { rival_new(name.as_ptr()) }).map(Self)
    }

    pub(crate) fn public_key_len(&self) -> usize {
        // SAFETY: the key is there until it is dropped.
        unsafe { rival_public_key_len(self.0.as_ptr()) }
    }

    pub(crate) fn signature_len(&self) -> usize {
        // SAFETY: the key is there as long as `self`.
        unsafe { rival_signature_len(self.0.as_ptr()) }
    }

    /// Room for a private key, before it is generated.
    pub(crate) fn prepare(&mut self) -> Result<(), Failed> {
        // SAFETY: nobody else has the key.
        done(unsafe { rival_prepare(self.0.as_ptr()) })
    }

    /// Generates into room for a public key.
    pub(crate) fn generate(&mut self, public_key: &mut [u8]) -> Result<(), Failed> {
        assert!(public_key.len() >= self.public_key_len(), "room for the public key");
        // SAFETY: there is room, as was just looked at.
        done(unsafe { rival_generate(self.0.as_ptr(), public_key.as_mut_ptr()) })
    }

    /// Signs into room for a signature: how long it is.
    pub(crate) fn sign(&mut self, message: &[u8], signature: &mut [u8]) -> Result<usize, Failed> {
        assert!(signature.len() >= self.signature_len(), "room for the signature");
        let mut len = 0;
        // SAFETY: there is room for the longest signature, and the message has its length.
        done(unsafe {
            rival_sign(
                self.0.as_ptr(),
                message.as_ptr(),
                message.len(),
                signature.as_mut_ptr(),
                &mut len,
            )
        })?;
        Ok(len)
    }

    /// Verifies the signature that the first `len` bytes are. Behind it and the public key there is what the library may
    /// read, as [`READ`] has it.
    pub(crate) fn verify(
        &self,
        message: &[u8],
        signature: &[u8],
        len: usize,
        public_key: &[u8],
    ) -> Result<(), Failed> {
        assert!(len <= signature.len(), "a signature of {len} bytes");
        assert!(public_key.len() >= READ.0 && signature.len() >= READ.1, "bytes to read");
        // SAFETY: lengths are those of the slices, and as many bytes are there as any OID makes the library read.
        done(unsafe {
            rival_verify(
                self.0.as_ptr(),
                message.as_ptr(),
                message.len(),
                signature.as_ptr(),
                len,
                public_key.as_ptr(),
            )
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
    if result == 0 { Ok(()) } else { Err(Failed) }
}
