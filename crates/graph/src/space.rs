//! Name spaces: which definitions a name may mean at a place, in the languages that keep them apart.
//!
//! Java has types, variables and methods; Rust has types (modules among them), values and macros. In all other
//! languages every lookup is in `Space::Any`.

use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::Target;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ImportIx, ImportKind, Role, Symbol, SymbolKind};

/// Where a name is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Space {
    /// Everywhere.
    Any,
    /// Among types; in Rust among modules too.
    Type,
    /// Among variables and constants; in Rust among functions too.
    Value,
    /// Among what can be called; in Rust that is `Value`.
    Call,
    /// Among macros.
    Macro,
}

impl Space {
    /// The space of a name that is used for `role`.
    pub fn of(language: Language, role: Role, name: &str) -> Self {
        match (language, role) {
            (Language::Java | Language::Rust, Role::Type | Role::Inherit) | (Language::Java, Role::Decorate) => {
                Self::Type
            }
            (Language::Rust, Role::Decorate) => Self::Macro,
            (Language::Rust, Role::Call) if name.ends_with('!') => Self::Macro,
            (Language::Java | Language::Rust, Role::Call) => Self::Call,
            (Language::Java | Language::Rust, Role::Read | Role::Write) => Self::Value,
            _ => Self::Any,
        }
    }

    /// The space of a name of which only the place in an expression is known: a value, perhaps before a dot.
    pub fn of_value(language: Language) -> Self {
        if language == Language::Java { Self::Value } else { Self::Any }
    }

    /// The space of a name in a declared type.
    pub fn of_type(language: Language) -> Self {
        if separates(language) { Self::Type } else { Self::Any }
    }

    /// The space of the name of something called.
    pub fn of_callee(language: Language) -> Self {
        if language == Language::Java { Self::Call } else { Self::Any }
    }

    /// Where to look if nothing in this space has the name: a name before a dot may be a type's, and the tokens of a
    /// macro do not tell values from types.
    pub fn fallback(self, language: Language, name: &str) -> Option<Self> {
        match (language, self) {
            (Language::Java, Self::Value) => Some(Self::Type),
            (Language::Rust, Self::Value) if name.starts_with(char::is_uppercase) => Some(Self::Type),
            _ => None,
        }
    }

    /// Whether a definition lives in this space.
    pub fn holds(self, unit: &Unit, symbol: &Symbol) -> bool {
        match unit.language() {
            Language::Java => self.holds_java(symbol.kind),
            Language::Rust => self.holds_rust(unit, symbol),
            _ => true,
        }
    }

    fn holds_java(self, kind: SymbolKind) -> bool {
        match self {
            Self::Any => true,
            Self::Type => is_type(kind) && kind != SymbolKind::EnumMember,
            Self::Call => matches!(kind, SymbolKind::Method | SymbolKind::Function),
            Self::Value => !is_type(kind) && kind != SymbolKind::Method || kind == SymbolKind::EnumMember,
            Self::Macro => false,
        }
    }

    fn holds_rust(self, unit: &Unit, symbol: &Symbol) -> bool {
        match self {
            Self::Any => true,
            Self::Type => is_type(symbol.kind),
            // A struct is its own constructor, and an alias may stand for one.
            Self::Value | Self::Call => {
                !matches!(symbol.kind, SymbolKind::Module | SymbolKind::Trait | SymbolKind::Enum | SymbolKind::Macro)
            }
            Self::Macro => {
                symbol.kind == SymbolKind::Macro
                    || symbol.attributes.iter().any(|&text| unit.facts.text(text).starts_with("proc_macro"))
            }
        }
    }

    /// Whether a local name of this kind lives in this space.
    fn holds_local(self, kind: BindingKind) -> bool {
        match kind {
            // Rust: the parameter may be a constant one.
            BindingKind::TypeParameter => self != Self::Macro,
            BindingKind::Local | BindingKind::Parameter => matches!(self, Self::Any | Self::Value | Self::Call),
            _ => true,
        }
    }
}

/// Whether a language has name spaces.
pub(crate) fn separates(language: Language) -> bool {
    matches!(language, Language::Java | Language::Rust)
}

/// The kinds of definition that name a type.
pub(crate) fn is_type(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::TypeAlias
            | SymbolKind::Enum
            | SymbolKind::EnumMember
            | SymbolKind::Struct
            | SymbolKind::Trait
            | SymbolKind::Module
    )
}

impl<'w> Resolver<'w> {
    /// Whether a binding may be meant by a name in `space`.
    pub(crate) fn admits(&self, unit: &'w Unit, binding: u32, space: Space) -> bool {
        let language = unit.language();
        if space == Space::Any || !separates(language) {
            return true;
        }
        match unit.binding(binding).kind {
            BindingKind::Symbol(symbol) => space.holds(unit, unit.symbol(symbol)),
            // Java: variables and methods live in different name spaces.
            BindingKind::Local | BindingKind::Parameter if language == Language::Java => space == Space::Value,
            BindingKind::TypeParameter if language == Language::Java => space == Space::Type,
            BindingKind::Import { import, name } => {
                let all = self.import_targets(unit, import, name, Space::Any);
                // Of an import that leads nowhere nothing is known, but it hides what lies behind it.
                all.is_empty() && self.may_bring(unit, import, space)
                    || !self.in_space(unit, import, all, space).is_empty()
            }
            kind => space.holds_local(kind),
        }
    }

    /// The targets of an import that live in `space`.
    pub(crate) fn in_space(&self, unit: &Unit, import: ImportIx, targets: Vec<Target>, space: Space) -> Vec<Target> {
        if space == Space::Any || !separates(unit.language()) {
            return targets;
        }
        let holds = |target: &Target| match target {
            Target::Symbol(def) => self.unit(def.file).is_some_and(|unit| space.holds(unit, unit.symbol(def.symbol))),
            Target::File(_) | Target::Folder(_) => space == Space::Type,
            Target::External(_) => self.may_bring(unit, import, space),
            Target::Local => true,
        };
        targets.into_iter().filter(holds).collect()
    }

    /// Whether an import may bring something of `space`: in Java only a static one brings anything but types.
    fn may_bring(&self, unit: &Unit, import: ImportIx, space: Space) -> bool {
        let row = &unit.facts.imports[import.ix()];
        unit.language() != Language::Java || space == Space::Type || row.kind == ImportKind::StaticMember
    }
}
