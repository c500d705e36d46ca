//! How large the parts of a program are.

use object::Endianness;
use object::elf::{self, FileHeader32};
use object::read::elf::{FileHeader, SectionHeader};

/// Bytes of the sections that a program needs in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    /// What is run.
    pub(super) text: u64,
    /// What is only read: constants, tables, the texts of panics.
    pub(super) rodata: u64,
    /// What is written: `.data` and `.bss`, without the stack.
    pub(super) ram: u64,
}

/// The sizes of a 32-bit ELF file.
pub(super) fn sizes(bytes: &[u8]) -> Result<Sizes, String> {
    let wrong = |error| format!("not a 32-bit ELF file: {error}");
    let header = FileHeader32::<Endianness>::parse(bytes).map_err(wrong)?;
    let endian = header.endian().map_err(wrong)?;
    let mut sizes = Sizes::default();
    for section in header.section_headers(endian, bytes).map_err(wrong)? {
        let (flags, size) = (section.sh_flags(endian), u64::from(section.sh_size(endian)));
        let is = |flag: elf::SectionFlags| flags & flag == flag;
        if !is(elf::SHF_ALLOC) {
            continue;
        }
        *match (is(elf::SHF_EXECINSTR), is(elf::SHF_WRITE)) {
            (true, _) => &mut sizes.text,
            (false, true) => &mut sizes.ram,
            (false, false) => &mut sizes.rodata,
        } += size;
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ELF file of nothing but sections: their flags, and their sizes.
    fn file(sections: &[(u32, u32)]) -> Vec<u8> {
        let mut bytes = vec![0; 52];
        bytes[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
        bytes[16..20].copy_from_slice(&[2, 0, 40, 0]);
        bytes[20] = 1;
        bytes[32] = 52;
        bytes[40] = 52;
        bytes[46] = 40;
        bytes[48] = sections.len() as u8;
        for (flags, size) in sections {
            let mut header = [0; 40];
            header[4] = 1;
            header[8..12].copy_from_slice(&flags.to_le_bytes());
            header[20..24].copy_from_slice(&size.to_le_bytes());
            bytes.extend(header);
        }
        bytes
    }

    #[test]
    fn sections_are_told_by_what_is_done_with_them() {
        let all = [(0, 0), (6, 1000), (6, 20), (2, 300), (3, 7), (3, 5), (0x30, 9999), (0, 8888)];
        assert_eq!(sizes(&file(&all)), Ok(Sizes { text: 1020, rodata: 300, ram: 12 }));
    }

    #[test]
    fn what_is_no_program_is_told() {
        assert!(sizes(b"").is_err());
        assert!(sizes(b"\x7fELF\x02\x01\x01").is_err());
        assert!(sizes(&file(&[(0, 0), (6, 1)])[..60]).is_err());
    }
}
