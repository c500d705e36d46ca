//! Rust text, told apart into code and comments.

/// A Rust file's code and its comments, each as long as the file: what is not code or not a comment
/// is blank, line breaks are kept. The insides of literals are neither.
#[derive(Debug)]
pub(super) struct Rust {
    /// Code.
    pub(super) code: String,
    /// Comments, with their slashes and stars.
    pub(super) comments: String,
}

impl Rust {
    /// Tells `text` apart.
    pub(super) fn of(text: &str) -> Self {
        let mut rust = Self {
            code: String::with_capacity(text.len()),
            comments: String::with_capacity(text.len()),
        };
        let mut rest = text;
        while !rest.is_empty() {
            let (kind, len) = first(rest);
            let (token, after) = rest.split_at(len);
            rust.code.push_str(&if kind == Kind::Code { token.to_owned() } else { blank(token) });
            rust.comments.push_str(&if kind == Kind::Comment {
                token.to_owned()
            } else {
                blank(token)
            });
            rest = after;
        }
        rust
    }

    /// Where `word` stands in the code as a word of its own.
    pub(super) fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.code.match_indices(word).map(|(at, _)| at).filter(move |at| {
            let (before, after) = (&self.code[..*at], &self.code[at + word.len()..]);
            !before.ends_with(is_word) && !before.ends_with("r#") && !after.starts_with(is_word)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

/// Kind and length in bytes of what `text` starts with.
fn first(text: &str) -> (Kind, usize) {
    if text.starts_with("//") {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Kind::Comment, block_comment(text));
    }
    if text.starts_with('"') {
        return (Kind::Literal, quoted(text, '"'));
    }
    // A word that merely ends in `r` is no such prefix, but Rust has no word right before a quote.
    if let Some(len) = raw_string(text) {
        return (Kind::Literal, len);
    }
    if let Some(inside) = text.strip_prefix('\'') {
        let mut chars = inside.chars();
        // `'a'` and `'\n'` are characters, `'a` is a lifetime.
        if inside.starts_with('\\') || (chars.next().is_some() && chars.next() == Some('\'')) {
            return (Kind::Literal, quoted(text, '\''));
        }
    }
    (Kind::Code, text.chars().next().map_or(0, char::len_utf8))
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Length of the literal between `quote`s that `text` starts with.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// Length of the raw string that `text` starts with, if it does: `r"`, `br#"`, `cr##"`.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix(['b', 'c']).unwrap_or(text).strip_prefix('r')?;
    let inside = after.trim_start_matches('#');
    let end = format!("\"{}", &after[..after.len() - inside.len()]);
    let inside = inside.strip_prefix('"')?;
    let start = text.len() - inside.len();
    Some(inside.find(&end).map_or(text.len(), |at| start + at + end.len()))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often `unsafe` is a word of the code of `text`.
    fn count(text: &str) -> usize {
        let rust = Rust::of(text);
        assert_eq!((rust.code.len(), rust.comments.len()), (text.len(), text.len()), "{text}");
        rust.words("unsafe").count()
    }

    #[test]
    fn words_in_code_count() {
        for text in [
            "unsafe { x }",
            "let x=unsafe{y};",
            "'a: loop { unsafe {} }",
            "fn f<'a>(x: &'a u8) { unsafe { g(x, 'a') } }",
            "let q = '\"'; unsafe {}",
            "let q = '\\''; unsafe {}",
            "let q = b'\\\\'; unsafe {}",
            "let s = \"\\\\\"; unsafe {}",
            "/* a /* b */ c */ unsafe {}",
            "// a\nunsafe {}",
            "let s = r#\"\"\"#; unsafe {}",
            "let s = br\"\\\"; unsafe {}",
            "let bar = \"x\"; unsafe {}",
            "let c = '🦀'; unsafe {} // 🦀",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn words_in_comments_and_literals_do_not() {
        for text in [
            "// unsafe",
            "/// unsafe { x }",
            "/* a /* b */ unsafe */",
            "\"unsafe\"",
            "\"\\\"unsafe\"",
            "r\"\\\" ; r#\"unsafe\"#",
            "r##\"a\"# unsafe\"##",
            "c\"unsafe\" b\"unsafe\"",
            "#![forbid(unsafe_code)]",
            "r#unsafe",
            "is_unsafe(unsafely)",
            "/* unsafe",
            "\"unsafe",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }

    #[test]
    fn comments_keep_their_places() {
        let rust = Rust::of("a(\"// no\"); // yes\n/* 1\n2 */ b");
        assert_eq!(rust.comments, "            // yes\n/* 1\n2 */  ");
        assert_eq!(rust.code, "a(       );       \n    \n     b");
    }
}
