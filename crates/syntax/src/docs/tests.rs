//! What the formats of documentation say, text in and fields out.

use super::{Language, read};

/// The format, then one field a line: `tag name: text`.
#[track_caller]
fn check(language: Language, text: &str, expected: &[&str]) {
    let (format, fields) = read(language, text);
    let mut said = vec![format.name().to_owned()];
    for field in fields {
        let name = field.name.map_or(String::new(), |name| format!(" {name}"));
        said.push(format!("{}{name}: {}", field.tag, field.text));
    }
    assert_eq!(said, expected);
}

#[test]
fn google_sections_have_items() {
    let text = "\
Adds.

Args:
    x (int, optional): what to
        add
    *rest: more: of it
    pair (tuple[int, str]): two
    not an item

Returns:
    bool: True if so.

Raises:
    ValueError: if x: y.
    errors.Other: else

Example:
    >>> add(1)
    2

Note:
    nothing
";
    let expected = [
        "google",
        "param x: int, optional: what to add",
        "param rest: more: of it",
        "param pair: tuple[int, str]: two",
        "returns: bool: True if so.",
        "raises ValueError: if x: y.",
        "raises errors.Other: else",
        "example: >>> add(1)\n2",
    ];
    check(Language::Python, text, &expected);
}

#[test]
fn numpy_sections_are_underlined() {
    let text = "\
Adds.

Parameters
----------
x, y : int
    What to add.
**kwargs
    More.

Returns
-------
int
    The sum.
name : str
    Its name.

Raises
------
ValueError
    If not.

.. deprecated:: 1.2
   Use other.
";
    let expected = [
        "numpy",
        "param x: int: What to add.",
        "param y: int: What to add.",
        "param kwargs: More.",
        "returns: int: The sum.",
        "returns name: str: Its name.",
        "raises ValueError: If not.",
        "deprecated: 1.2 Use other.",
    ];
    check(Language::Python, text, &expected);
}

#[test]
fn sphinx_fields_take_types_from_their_own_lines() {
    let text = "\
Adds.

:param x: what
    to add
:type x: int
:param str y: more
:type z: float
:param z: late
:returns: the sum
:rtype: int
:raises ValueError: if not
:meta private:
";
    let expected = [
        "sphinx",
        "param x: int: what to add",
        "param y: str: more",
        "param z: float: late",
        "returns: int: the sum",
        "raises ValueError: if not",
    ];
    check(Language::Python, text, &expected);
}

#[test]
fn prose_has_no_fields() {
    check(Language::Python, "Returns: nothing.\n\nArgs:\nnot indented", &["plain"]);
    check(Language::Python, "", &["plain"]);
    check(Language::Python, ":param", &["plain"]);
    check(Language::Python, "Args:", &["plain"]);
    check(Language::Python, "---\n---", &["plain"]);
}

#[test]
fn jsdoc_tags_have_types_and_optional_names() {
    let text = "\
Adds.
@param {number|{a: string}} x - what to
  add
@param {string} [name='a b'] its name
@param ...rest
@param options.deep text
@template T
@returns {Promise<number>} the sum
@throws {RangeError} if large
@throws if {@link other} fails
@deprecated since 2
@private
@example
add(1)
  add(2)
@param
@param {broken
";
    let expected = [
        "jsdoc",
        "param x: number|{a: string}: what to add",
        "param name: string: its name",
        "param rest: ",
        "param options.deep: text",
        "type_param T: ",
        "returns: Promise<number>: the sum",
        "raises RangeError: if large",
        "raises: if {@link other} fails",
        "deprecated: since 2",
        "example: add(1)\n  add(2)",
        "param: ",
        "param {broken: ",
    ];
    check(Language::TypeScript, text, &expected);
}

#[test]
fn tags_inside_of_code_are_code() {
    let text = "Adds.\n```\n@param x\n```\n@return y";
    check(Language::JavaScript, text, &["jsdoc", "returns: y"]);
}

#[test]
fn javadoc_names_exceptions_and_type_parameters() {
    let text = "\
Adds.
@param x what
@param <T> kind
@return the sum
@throws java.io.IOException if not
@exception Other
@see X
";
    let expected = [
        "javadoc",
        "param x: what",
        "type_param T: kind",
        "returns: the sum",
        "raises java.io.IOException: if not",
        "raises Other: ",
    ];
    check(Language::Java, text, &expected);
}

#[test]
fn doxygen_writes_backslashes_and_directions() {
    check(Language::C, "\\param[in] x what\n\\return the sum", &["javadoc", "param x: what", "returns: the sum"]);
    check(Language::C, "Just prose.", &["plain"]);
}

#[test]
fn rustdoc_sections_are_headings() {
    let text = "\
Adds.

# Arguments

* `x` - what to
  add
* `y`: more

# Errors

If not.

## Panics
Never.

```
# Safety
```
# Other
text
# Safety
None.
";
    let expected = [
        "rustdoc",
        "param x: what to add",
        "param y: more",
        "errors: If not.",
        "panics: Never. ``` # Safety ```",
        "safety: None.",
    ];
    check(Language::Rust, text, &expected);
}

#[test]
fn ldoc_writes_types_bare_and_marks_in_brackets() {
    let text = "\
Opens.
@param name what it is called
@param[opt=1] size how many
@tparam string key which
@tparam[opt] {table,...} rest all others
@param more? string|nil
@treturn boolean whether it did
@return what it says
@raise if full
@usage open('x')
";
    let expected = [
        "plain",
        "param name: what it is called",
        "param size: how many",
        "param key: string: which",
        "param rest: {table,...}: all others",
        "param more: string|nil",
        "returns: boolean: whether it did",
        "returns: what it says",
        "raises: if full",
        "example: open('x')",
    ];
    check(Language::Lua, text, &expected);
}
