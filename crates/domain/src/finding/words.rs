//! The words of findings: axes, verdicts, severities, statuses. Each is written one way, in documents and output.

/// A word out of a closed list.
pub trait Word: Sized + Copy + 'static {
    /// All of them, in order.
    const ALL: &'static [Self];

    /// How it is written.
    fn name(self) -> &'static str;

    /// The word written this way.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.name() == name)
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $enum:ident { $($(#[$vdoc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
            schemars::JsonSchema,
        )]
        pub enum $enum { $($(#[$vdoc])* #[serde(rename = $name)] $variant,)* }

        impl crate::finding::Word for $enum {
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(crate::finding::Word::name(*self))
            }
        }
    };
}
pub(crate) use words;

words! {
    /// What a review looks at.
    Axis {
        /// Is it used?
        Utility = "utility",
        /// Is it there twice?
        Duplication = "duplication",
        /// Does it do what it should?
        Correction = "correction",
        /// Is it more than it needs to be?
        Overengineering = "overengineering",
        /// Is it tested?
        Tests = "tests",
        /// Is it written as the language wants it?
        BestPractices = "best_practices",
        /// Is it explained?
        Documentation = "documentation",
    }
}

words! {
    /// What an axis says of a definition or a place.
    RuleVerdict {
        /// Something uses it.
        Used = "USED",
        /// Nothing uses it.
        Dead = "DEAD",
        /// It is used, but need not be there.
        LowValue = "LOW_VALUE",
        /// There is nothing like it.
        Unique = "UNIQUE",
        /// It is there twice.
        Duplicate = "DUPLICATE",
        /// Nothing wrong was found.
        Ok = "OK",
        /// It should be mended.
        NeedsFix = "NEEDS_FIX",
        /// It is wrong.
        Error = "ERROR",
        /// As much as is needed.
        Lean = "LEAN",
        /// More, with a reason.
        Acceptable = "ACCEPTABLE",
        /// More than is needed.
        Over = "OVER",
        /// Tests reach it.
        Good = "GOOD",
        /// Tests hardly reach it.
        Weak = "WEAK",
        /// No test reaches it.
        None = "NONE",
        /// A rule holds.
        Pass = "PASS",
        /// A rule hardly holds.
        Warn = "WARN",
        /// A rule does not hold.
        Fail = "FAIL",
        /// It is explained.
        Documented = "DOCUMENTED",
        /// A part of it is explained.
        Partial = "PARTIAL",
        /// It is not explained.
        Undocumented = "UNDOCUMENTED",
    }
}

words! {
    /// How much a finding matters, the gravest first.
    Severity {
        /// Security or data are at stake.
        Critical = "CRITICAL",
        /// A bug.
        High = "HIGH",
        /// Worth mending.
        Medium = "MEDIUM",
        /// Worth knowing.
        Low = "LOW",
        /// A matter of taste.
        Nit = "NIT",
        /// Something to ask.
        Question = "QUESTION",
        /// Something well done.
        Praise = "PRAISE",
    }
}

words! {
    /// What sort of matter a finding is about.
    Category {
        /// It can be attacked.
        Security = "security",
        /// It computes the wrong thing.
        Logic = "logic",
        /// It handles failure wrongly.
        Error = "error",
        /// Types do not fit.
        Type = "type",
        /// Tests.
        Test = "test",
        /// Speed or memory.
        Perf = "perf",
        /// How it is written.
        Style = "style",
        /// How it is explained.
        Doc = "doc",
    }
}

words! {
    /// Who proposed a finding.
    Source {
        /// A static rule.
        Static = "static",
        /// A language model.
        Model = "model",
        /// Another tool.
        Import = "import",
    }
}

words! {
    /// What the trial of a finding said.
    Status {
        /// Every claim holds.
        Verified = "VERIFIED",
        /// An essential claim is contradicted by the code.
        Refuted = "REFUTED",
        /// Neither could be shown.
        Inconclusive = "INCONCLUSIVE",
    }
}

words! {
    /// What a trial proved.
    Proof {
        /// A claim that states the defect.
        Defect = "defect",
        /// Only that the quoted place is there.
        Place = "place",
    }
}

words! {
    /// What became of a finding.
    Disposition {
        /// It stands in the report.
        Reported = "reported",
        /// Its trial refuted it.
        Refuted = "refuted",
        /// Another finding speaks for it.
        Merged = "merged",
        /// Refinement settled it.
        Settled = "settled",
        /// Somebody overruled it.
        Suppressed = "suppressed",
        /// Its source was not sure enough.
        BelowConfidence = "below_confidence",
        /// Its place or form cannot exist.
        Invalid = "invalid",
    }
}

words! {
    /// What a review says of a file, the best first.
    FileVerdict {
        /// Nothing counts against it.
        Clean = "CLEAN",
        /// Something should be mended.
        NeedsRefactor = "NEEDS_REFACTOR",
        /// Something is wrong.
        Critical = "CRITICAL",
    }
}

words! {
    /// What a reviewer would say of the whole.
    ReviewVerdict {
        /// Go ahead.
        Approve = "APPROVE",
        /// Read this first.
        Comment = "COMMENT",
        /// Mend this first.
        RequestChanges = "REQUEST_CHANGES",
    }
}

impl Axis {
    /// The axis as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::BestPractices => "best practices",
            other => other.name(),
        }
    }
}

impl Severity {
    /// In lower case, as in flags and prose.
    pub fn word(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Nit => "nit",
            Self::Question => "question",
            Self::Praise => "praise",
        }
    }

    /// Whether it is at least as grave as `limit`.
    pub fn reaches(self, limit: Self) -> bool {
        self <= limit
    }
}
