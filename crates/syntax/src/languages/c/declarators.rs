//! Declarators: what a declaration names under its pointers, arrays and parentheses.

use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx};

/// Deeper declarators are not looked into.
const MAX_DEPTH: usize = 32;

/// Words that are no names, though a macro before them can make the grammar think so.
const KEYWORDS: &[&str] = &[
    "auto",
    "bool",
    "char",
    "class",
    "const",
    "constexpr",
    "delete",
    "double",
    "else",
    "enum",
    "explicit",
    "extern",
    "float",
    "for",
    "friend",
    "if",
    "inline",
    "int",
    "long",
    "namespace",
    "noexcept",
    "operator",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "signed",
    "size_t",
    "static",
    "struct",
    "template",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
];

/// What one declarator declares.
pub(super) struct Declared<'t> {
    /// The name.
    pub name: Node<'t>,
    /// The function declarator, if the name is that of a function and not of a pointer to one.
    pub function: Option<Node<'t>>,
    /// The outermost `A::b`, if the name is qualified.
    pub qualified: Option<Node<'t>>,
    /// It is a pointer or reference.
    pub indirect: bool,
    /// It is a pointer to a function.
    pub callable: bool,
    arrays: usize,
}

impl<'t> Declared<'t> {
    /// Looks through `declarator` to the name; `None` for abstract and broken ones and for structured bindings.
    pub fn of(declarator: Node<'t>) -> Option<Self> {
        let mut this =
            Self { name: declarator, function: None, qualified: None, indirect: false, callable: false, arrays: 0 };
        for _ in 0..MAX_DEPTH {
            let at = this.name;
            this.name = match at.kind() {
                "identifier" | "field_identifier" | "type_identifier" | "operator_name" | "destructor_name"
                | "primitive_type" => return Some(this),
                "operator_cast" => {
                    this.function = at.child_by_field_name("declarator");
                    return Some(this);
                }
                "template_function" | "template_method" => at.child_by_field_name("name")?,
                "qualified_identifier" => {
                    this.qualified.get_or_insert(at);
                    at.child_by_field_name("name")?
                }
                "function_declarator" => {
                    this.function = Some(at);
                    at.child_by_field_name("declarator")?
                }
                "pointer_declarator" | "reference_declarator" => {
                    this.callable |= this.function.is_some();
                    (this.function, this.indirect) = (None, true);
                    inner(at)?
                }
                "array_declarator" => {
                    (this.function, this.arrays) = (None, this.arrays + 1);
                    inner(at)?
                }
                "init_declarator" | "parenthesized_declarator" | "attributed_declarator" | "variadic_declarator" => {
                    inner(at)?
                }
                _ => return None,
            };
        }
        None
    }

    /// The declared type, given the one in front of the declarator.
    pub fn wrap(&self, cx: &mut Context<'_>, ty: ExprIx) -> ExprIx {
        (0..self.arrays).fold(ty, |of, _| {
            let name = cx.intern("[]");
            let base = cx.expr(Expr::Name { name, scope: cx.scope(), at: self.name.start_byte() as u32 });
            cx.expr(Expr::Generic { base, args: vec![of] })
        })
    }

    /// How many dimensions it has.
    pub fn dimensions(&self) -> usize {
        self.arrays
    }
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("declarator").or_else(|| {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| is_declarator(child.kind()))
    })
}

fn is_declarator(kind: &str) -> bool {
    kind.ends_with("_declarator")
        || matches!(
            kind,
            "identifier"
                | "field_identifier"
                | "type_identifier"
                | "qualified_identifier"
                | "operator_name"
                | "template_function"
                | "template_method"
                | "destructor_name"
        )
}

/// The first part of a declaration that the grammar did not understand: a macro, mostly.
pub(super) fn broken_part(node: Node<'_>) -> Option<Node<'_>> {
    if !node.has_error() {
        return None;
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).find(Node::is_error)
}

/// Whether a macro made the grammar take a keyword for a name.
pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The qualifiers of `A::B::name`, outermost first.
pub(super) fn qualifiers(qualified: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut at = Some(qualified);
    while let Some(node) = at.filter(|node| node.kind() == "qualified_identifier" && found.len() < MAX_DEPTH) {
        if let Some(scope) = node.child_by_field_name("scope") {
            let named = if scope.kind() == "template_type" { scope.child_by_field_name("name") } else { Some(scope) };
            found.extend(named);
        }
        at = node.child_by_field_name("name");
    }
    found
}
