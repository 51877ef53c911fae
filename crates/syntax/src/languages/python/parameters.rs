//! Parameters of functions and lambdas.

use super::expressions::generic;
use super::functions::Receiver;
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::targets::Origin;
use super::variables::Bound;
use super::{DEPTH, Python};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, LiteralKind, Param, ParamKind, ScopeIx, Text};

/// One parameter as written.
struct Written<'t> {
    name: Node<'t>,
    ty: Option<Node<'t>>,
    default: Option<Node<'t>>,
    kind: ParamKind,
}

impl Python {
    /// Binds parameters in `inner`; annotations and defaults are looked up from `outer`. Gives them without the
    /// receiver, and the receiver's name.
    pub(super) fn parameters<'t>(
        &mut self,
        cx: &mut Context<'t>,
        list: Node<'t>,
        inner: ScopeIx,
        outer: ScopeIx,
        receiver: Option<Receiver>,
    ) -> (Vec<Param>, Option<Text>) {
        let mut params = Vec::new();
        let mut receiver_name = None;
        let mut keyword_only = false;
        for (at, node) in parts(list).into_iter().enumerate() {
            keyword_only |= kind(node) == Kind::KeywordSeparator;
            let Some(written) = written(node) else {
                // A tuple parameter of Python 2.
                if kind(node) == Kind::TuplePattern {
                    self.bind_targets(cx, node, inner, Origin::Transient, None, None);
                    cx.skip(node);
                }
                continue;
            };
            cx.skip(written.name);
            if let Some(receiver) = receiver.filter(|_| at == 0 && written.kind == ParamKind::Plain) {
                receiver_name = Some(self.bind_receiver(cx, written.name, inner, receiver));
                continue;
            }
            let param = self.parameter(cx, &written, inner, outer, keyword_only);
            keyword_only |= param.kind == ParamKind::Rest;
            params.push(param);
        }
        (params, receiver_name)
    }

    fn bind_receiver(&mut self, cx: &mut Context<'_>, name: Node<'_>, scope: ScopeIx, receiver: Receiver) -> Text {
        let value = if cx.text(name) == "cls" { receiver.named_cls } else { receiver.usual };
        cx.bind(scope, name, BindingKind::Parameter, None, Some(value));
        let (text, position) = (cx.intern_node(name), cx.position(name));
        self.bound.insert((scope, text), Bound::Local(position));
        text
    }

    fn parameter<'t>(
        &mut self,
        cx: &mut Context<'t>,
        written: &Written<'t>,
        inner: ScopeIx,
        outer: ScopeIx,
        keyword_only: bool,
    ) -> Param {
        let ty = written.ty.and_then(|ty| self.annotation(cx, ty, outer));
        let held = match written.kind {
            ParamKind::Rest => Some(collection(cx, "tuple", ty)),
            ParamKind::KeywordRest => {
                let name = cx.intern("str");
                let key = cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 });
                ty.map(|ty| generic(cx, "dict", vec![key, ty])).or(Some(collection(cx, "dict", None)))
            }
            _ => ty,
        };
        let value = written.default.filter(|_| ty.is_none()).map(|default| self.value(cx, default, outer, DEPTH));
        let none = self.literal(cx, LiteralKind::None);
        let value = value.filter(|value| *value != ExprIx::UNKNOWN && *value != none);
        cx.bind(inner, written.name, BindingKind::Parameter, held, value);
        let (name, at) = (cx.intern_node(written.name), cx.position(written.name));
        self.bound.insert((inner, name), Bound::Local(at));
        let kind = if keyword_only && written.kind == ParamKind::Plain { ParamKind::Keyword } else { written.kind };
        Param { name, at, ty, optional: written.default.is_some(), kind }
    }
}

/// `base[element]`, or `base` alone.
fn collection(cx: &mut Context<'_>, base: &str, element: Option<ExprIx>) -> ExprIx {
    if let Some(element) = element {
        return generic(cx, base, vec![element]);
    }
    let name = cx.intern(base);
    cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 })
}
fn written(node: Node<'_>) -> Option<Written<'_>> {
    let plain = |name, ty, default| Written { name, ty, default, kind: ParamKind::Plain };
    match kind(node) {
        Kind::Identifier => Some(plain(node, None, None)),
        Kind::DefaultParameter | Kind::TypedDefaultParameter => {
            let name = child(node, Field::Name).filter(|name| kind(*name) == Kind::Identifier)?;
            Some(plain(name, child(node, Field::Type), child(node, Field::Value)))
        }
        Kind::TypedParameter => Some(Written { ty: child(node, Field::Type), ..written(first_part(node)?)? }),
        Kind::ListSplatPattern => Some(Written { kind: ParamKind::Rest, ..plain(first_part(node)?, None, None) }),
        Kind::DictionarySplatPattern => {
            Some(Written { kind: ParamKind::KeywordRest, ..plain(first_part(node)?, None, None) })
        }
        _ => None,
    }
}
