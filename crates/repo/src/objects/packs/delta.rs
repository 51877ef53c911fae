//! Git's pack deltas: copies from a base and new bytes.
//!
//! The bytes come from a repository nobody vouches for: everything is checked, and what is not well formed is `None`.

/// The object that `delta` makes of `base`, unless it is damaged or bigger than `cap`.
pub(super) fn apply(base: &[u8], delta: &[u8], cap: u64) -> Option<Vec<u8>> {
    let mut rest = delta;
    let base_size = size(&mut rest)?;
    let result_size = size(&mut rest)?;
    if base_size != base.len() as u64 || result_size > cap {
        return None;
    }
    let result_size = usize::try_from(result_size).ok()?;
    let mut result = Vec::with_capacity(result_size);
    while let Some(command) = take(&mut rest) {
        let bytes = match command {
            0 => return None,
            copy if copy & 0x80 != 0 => copied(base, copy, &mut rest)?,
            length => {
                let (bytes, behind) = rest.split_at_checked(usize::from(length))?;
                rest = behind;
                bytes
            }
        };
        if result.len() + bytes.len() > result_size {
            return None;
        }
        result.extend_from_slice(bytes);
    }
    (result.len() == result_size).then_some(result)
}

/// A size: seven bits a byte, lowest first, the high bit says that more follow.
fn size(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = take(rest)?;
        let bits = u64::from(byte & 0x7f);
        if bits.leading_zeros() < shift {
            return None;
        }
        value |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// The part of the base that a copy names: four bits say which bytes of the offset follow, three which of the length.
fn copied<'a>(base: &'a [u8], command: u8, rest: &mut &[u8]) -> Option<&'a [u8]> {
    let mut number = |first: u8, count: u8| -> Option<usize> {
        let mut value = 0;
        for place in 0..count {
            if command & (first << place) != 0 {
                value |= usize::from(take(rest)?) << (8 * place);
            }
        }
        Some(value)
    };
    let offset = number(0x01, 4)?;
    let length = match number(0x10, 3)? {
        0 => 0x1_0000,
        length => length,
    };
    base.get(offset..offset.checked_add(length)?)
}

fn take(rest: &mut &[u8]) -> Option<u8> {
    let (&first, behind) = rest.split_first()?;
    *rest = behind;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::apply;

    /// The header of a delta for sizes below 128.
    fn delta(base: &[u8], result: u8, commands: &[u8]) -> Vec<u8> {
        [&[u8::try_from(base.len()).expect("a small base"), result], commands].concat()
    }

    #[test]
    fn copies_and_new_bytes_make_the_object() {
        let base = b"hello world";
        let made = apply(base, &delta(base, 8, &[0x91, 6, 5, 3, b'!', b'!', b'\n']), 100);
        assert_eq!(made.as_deref(), Some(&b"world!!\n"[..]));
    }

    #[test]
    fn a_length_of_nothing_copies_65536_bytes() {
        let base = vec![b'x'; 0x1_0000];
        let made = apply(&base, &[0x80, 0x80, 0x04, 0x80, 0x80, 0x04, 0x80], 1 << 20);
        assert_eq!(made, Some(base));
    }

    #[test]
    fn what_is_not_well_formed_is_nothing() {
        let base = b"hello";
        let cases: [(&str, Vec<u8>); 10] = [
            ("nothing at all", vec![]),
            ("a size that does not end", vec![0x80; 12]),
            ("another base", vec![4, 1, 1, b'x']),
            ("command zero", delta(base, 1, &[0])),
            ("a copy beyond the base", delta(base, 5, &[0x91, 1, 5])),
            ("a copy cut off", delta(base, 5, &[0x91, 1])),
            ("new bytes cut off", delta(base, 2, &[2, b'x'])),
            ("too many bytes", delta(base, 1, &[2, b'x', b'y'])),
            ("too few bytes", delta(base, 3, &[2, b'x', b'y'])),
            ("a result over the cap", delta(base, 101, &[0x91, 0, 5])),
        ];
        for (what, bytes) in cases {
            assert_eq!(apply(base, &bytes, 100), None, "{what}");
        }
    }
}
