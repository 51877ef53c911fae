//! The words of the guard, folded: English and Portuguese in full, negations of some neighbours.
//!
//! Of a pair such as "and" and "or" only the marked one is listed: a change of either shows in its count.

use super::CriticalKind;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use CriticalKind::{Negation, Number, Operator, Quantifier, Unit};

/// Words that are critical wherever they stand: kind, what they count as, and the words.
#[rustfmt::skip]
const WORDS: &[(CriticalKind, &str, &[&str])] = &[
    (Negation, "not", &["not", "no", "cannot", "nao", "nicht", "kein", "keine", "keinen", "pas", "ne"]),
    (Negation, "never", &["never", "nunca", "jamais", "nie", "niemals"]),
    (Negation, "none", &["none", "nenhum", "nenhuma", "aucun", "aucune", "ningun", "ninguna"]),
    (Negation, "nobody", &["nobody", "ninguem"]),
    (Negation, "nothing", &["nothing", "nada"]),
    (Negation, "nowhere", &["nowhere"]),
    (Negation, "nor", &["nor", "neither", "nem", "tampouco"]),
    (Negation, "without", &["without", "sem", "ohne", "sans"]),
    (Negation, "unless", &["unless"]),
    (Negation, "except", &["except", "excepting", "exceto"]),
    (Negation, "hardly", &["hardly", "barely", "scarcely", "mal"]),
    (Negation, "lack", &["lack", "lacks", "lacking", "lacked"]),
    (Negation, "off", &["off"]),
    (Operator, "or", &["or", "ou"]),
    (Operator, "xor", &["xor"]),
    (Operator, "true", &["true", "verdadeiro", "verdadeira"]),
    (Operator, "false", &["false", "falso", "falsa"]),
    (Operator, "null", &["null"]),
    (Operator, "nil", &["nil"]),
    (Operator, "undefined", &["undefined"]),
    (Operator, "than", &["than"]),
    (Operator, "least", &["least"]),
    (Operator, "before", &["before", "antes"]),
    (Operator, "after", &["after", "apos", "depois"]),
    (Operator, "until", &["until", "till"]),
    (Operator, "equal", &["equal", "equals", "igual", "iguais"]),
    (Quantifier, "all", &["all", "every", "each", "todo", "toda", "todos", "todas", "cada"]),
    (Quantifier, "any", &["any", "qualquer", "quaisquer"]),
    (Quantifier, "some", &["some", "algum", "alguma", "alguns", "algumas"]),
    (Quantifier, "several", &["several", "varios", "varias"]),
    (Quantifier, "many", &["many", "numerous", "muitos", "muitas"]),
    (Quantifier, "much", &["much"]),
    (Quantifier, "few", &["few", "poucos", "poucas"]),
    (Quantifier, "most", &["most", "maioria"]),
    (Quantifier, "both", &["both", "ambos", "ambas"]),
    (Quantifier, "either", &["either"]),
    (Quantifier, "only", &["only", "solely", "somente", "apenas"]),
    (Quantifier, "always", &["always", "sempre"]),
    (Quantifier, "often", &["often", "frequently", "frequentemente"]),
    (Quantifier, "sometimes", &["sometimes", "occasionally"]),
    (Quantifier, "rarely", &["rarely", "seldom", "raramente"]),
    (Quantifier, "usually", &["usually", "generally", "typically", "geralmente", "normalmente"]),
    (Quantifier, "almost", &["almost", "nearly", "approximately", "roughly", "quase", "aproximadamente"]),
    (Quantifier, "exactly", &["exactly", "precisely", "exatamente"]),
    (Quantifier, "half", &["half", "metade"]),
    (Quantifier, "must", &["must", "shall", "deve", "devem"]),
    (Quantifier, "should", &["should", "ought"]),
    (Quantifier, "may", &["may", "might"]),
    (Quantifier, "optional", &["optional", "optionally"]),
    (Number, "0", &["zero"]),
    (Number, "2", &["two", "dois", "duas"]),
    (Number, "3", &["three", "tres"]),
    (Number, "4", &["four", "quatro"]),
    (Number, "5", &["five", "cinco"]),
    (Number, "6", &["six", "seis"]),
    (Number, "7", &["seven", "sete"]),
    (Number, "8", &["eight", "oito"]),
    (Number, "9", &["nine", "nove"]),
    (Number, "10", &["ten", "dez"]),
    (Number, "11", &["eleven", "onze"]),
    (Number, "12", &["twelve", "doze"]),
    (Number, "13", &["thirteen", "treze"]),
    (Number, "14", &["fourteen", "catorze", "quatorze"]),
    (Number, "15", &["fifteen", "quinze"]),
    (Number, "16", &["sixteen", "dezesseis", "dezasseis"]),
    (Number, "17", &["seventeen", "dezessete", "dezassete"]),
    (Number, "18", &["eighteen", "dezoito"]),
    (Number, "19", &["nineteen", "dezenove", "dezanove"]),
    (Number, "20", &["twenty", "vinte"]),
    (Number, "30", &["thirty", "trinta"]),
    (Number, "40", &["forty", "quarenta"]),
    (Number, "50", &["fifty", "cinquenta"]),
    (Number, "60", &["sixty", "sessenta"]),
    (Number, "70", &["seventy", "setenta"]),
    (Number, "80", &["eighty", "oitenta"]),
    (Number, "90", &["ninety", "noventa"]),
    (Number, "100", &["hundred", "hundreds", "cem", "cento", "centenas"]),
    (Number, "1000", &["thousand", "thousands", "mil", "milhares"]),
    (Number, "million", &["million", "millions", "milhao", "milhoes"]),
    (Number, "billion", &["billion", "billions", "bilhao", "bilhoes"]),
    (Number, "trillion", &["trillion", "trillions"]),
    (Number, "dozen", &["dozen", "dozens", "duzia", "duzias"]),
    (Number, "once", &["once"]),
    (Number, "twice", &["twice"]),
    (Number, "double", &["double", "doubled", "doubles", "dobro"]),
    (Number, "triple", &["triple", "tripled", "thrice", "triplo"]),
    (Number, "quarter", &["quarter", "quarters"]),
    (Number, "single", &["single", "unico", "unica"]),
    (Number, "first", &["first", "primeiro", "primeira", "primeiros", "primeiras"]),
    (Number, "last", &["last", "ultimo", "ultima", "ultimos", "ultimas"]),
    (Number, "third", &["third", "thirds", "terceiro", "terceira", "terco"]),
    (Number, "fourth", &["fourth"]),
    (Number, "fifth", &["fifth"]),
    (Number, "sixth", &["sixth"]),
    (Number, "seventh", &["seventh"]),
    (Number, "eighth", &["eighth"]),
    (Number, "ninth", &["ninth"]),
    (Number, "tenth", &["tenth"]),
    (Unit, "ns", &["ns", "nanosecond", "nanoseconds"]),
    (Unit, "us", &["µs", "μs", "microsecond", "microseconds"]),
    (Unit, "ms", &["ms", "msec", "millisecond", "milliseconds", "milissegundo", "milissegundos"]),
    (Unit, "s", &["sec", "secs", "second", "seconds", "segundo", "segundos"]),
    (Unit, "min", &["mins", "minute", "minutes", "minuto", "minutos"]),
    (Unit, "h", &["hr", "hrs", "hour", "hours", "hourly", "hora", "horas"]),
    (Unit, "day", &["day", "days", "daily", "dia", "dias"]),
    (Unit, "week", &["week", "weeks", "weekly", "semana", "semanas"]),
    (Unit, "month", &["month", "months", "monthly", "mes", "meses"]),
    (Unit, "year", &["year", "years", "yearly", "annual", "annually", "ano", "anos"]),
    (Unit, "decade", &["decade", "decades", "decada", "decadas"]),
    (Unit, "century", &["century", "centuries", "seculo", "seculos"]),
    (Unit, "bit", &["bit", "bits"]),
    (Unit, "byte", &["byte", "bytes"]),
    (Unit, "kb", &["kb", "kilobyte", "kilobytes"]),
    (Unit, "mb", &["mb", "megabyte", "megabytes"]),
    (Unit, "gb", &["gb", "gigabyte", "gigabytes"]),
    (Unit, "tb", &["tb", "terabyte", "terabytes"]),
    (Unit, "kib", &["kib", "kibibyte", "kibibytes"]),
    (Unit, "mib", &["mib", "mebibyte", "mebibytes"]),
    (Unit, "gib", &["gib", "gibibyte", "gibibytes"]),
    (Unit, "kbps", &["kbps"]),
    (Unit, "mbps", &["mbps"]),
    (Unit, "gbps", &["gbps"]),
    (Unit, "hz", &["hz", "hertz"]),
    (Unit, "khz", &["khz"]),
    (Unit, "mhz", &["mhz"]),
    (Unit, "ghz", &["ghz"]),
    (Unit, "px", &["px", "pixel", "pixels"]),
    (Unit, "mm", &["mm", "millimeter", "millimeters", "millimetre", "millimetres", "milimetro", "milimetros"]),
    (Unit, "cm", &["cm", "centimeter", "centimeters", "centimetre", "centimetres", "centimetro", "centimetros"]),
    (Unit, "m", &["meter", "meters", "metre", "metres", "metro", "metros"]),
    (Unit, "km", &["km", "kilometer", "kilometers", "kilometre", "kilometres", "quilometro", "quilometros"]),
    (Unit, "inch", &["inch", "inches", "polegada", "polegadas"]),
    (Unit, "foot", &["foot", "feet"]),
    (Unit, "yard", &["yard", "yards"]),
    (Unit, "mile", &["mile", "miles", "milha", "milhas"]),
    (Unit, "mg", &["mg", "milligram", "milligrams"]),
    (Unit, "g", &["gram", "grams", "grama", "gramas"]),
    (Unit, "kg", &["kg", "kilogram", "kilograms", "quilograma", "quilogramas", "quilo", "quilos"]),
    (Unit, "ton", &["ton", "tons", "tonne", "tonnes", "tonelada", "toneladas"]),
    (Unit, "pound", &["lb", "lbs", "pound", "pounds", "libra", "libras"]),
    (Unit, "ounce", &["oz", "ounce", "ounces"]),
    (Unit, "ml", &["ml", "milliliter", "milliliters", "millilitre", "millilitres"]),
    (Unit, "l", &["liter", "liters", "litre", "litres", "litro", "litros"]),
    (Unit, "gallon", &["gallon", "gallons"]),
    (Unit, "percent", &["percent", "percentage"]),
    (Unit, "degree", &["degree", "degrees", "grau", "graus"]),
    (Unit, "celsius", &["celsius"]),
    (Unit, "fahrenheit", &["fahrenheit"]),
    (Unit, "kelvin", &["kelvin"]),
    (Unit, "dollar", &["dollar", "dollars", "dolar", "dolares"]),
    (Unit, "euro", &["euro", "euros"]),
    (Unit, "cent", &["cents", "centavos"]),
    (Unit, "real", &["reais"]),
    (Unit, "volt", &["volt", "volts"]),
    (Unit, "watt", &["watt", "watts"]),
    (Unit, "kw", &["kw", "kilowatt", "kilowatts"]),
    (Unit, "joule", &["joule", "joules"]),
    (Unit, "mph", &["mph"]),
    (Unit, "fps", &["fps"]),
    (Unit, "rpm", &["rpm"]),
    (Unit, "dpi", &["dpi"]),
];

/// Signs and short words that are units behind a number alone.
#[rustfmt::skip]
const BEHIND_NUMBERS: &[(&str, &str)] = &[
    ("s", "s"), ("us", "us"), ("min", "min"), ("h", "h"), ("d", "day"), ("w", "week"), ("y", "year"), ("m", "m"),
    ("b", "byte"), ("k", "k"), ("g", "g"), ("l", "l"), ("v", "volt"), ("mv", "mv"), ("w", "watt"), ("ma", "ma"),
    ("em", "em"), ("rem", "rem"), ("pt", "pt"), ("vh", "vh"), ("vw", "vw"), ("nm", "nm"), ("t", "ton"),
    ("times", "times"), ("vezes", "times"), ("x", "times"), ("ppm", "ppm"), ("bps", "bps"), ("pb", "pb"),
    ("tib", "tib"), ("kj", "kj"), ("kwh", "kwh"), ("c", "celsius"), ("f", "fahrenheit"), ("sq", "sq"),
];

/// Words that compare where a number follows, and are prepositions elsewhere.
#[rustfmt::skip]
const BEFORE_NUMBERS: &[&str] = &[
    "over", "under", "above", "below", "beyond", "within", "exceeding", "to", "acima", "abaixo", "ate", "sobre",
    "per", "by",
];

/// Words whose exchange turns a statement around; forms of them meet by their stem.
#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("accept", "reject"), ("add", "remove"), ("add", "subtract"), ("allow", "deny"), ("allow", "forbid"),
    ("allow", "prevent"), ("allow", "block"), ("ascending", "descending"), ("asc", "desc"), ("begin", "end"),
    ("start", "end"), ("start", "stop"), ("best", "worst"), ("better", "worse"), ("big", "small"), ("large", "small"),
    ("bigger", "smaller"), ("larger", "smaller"), ("greater", "smaller"), ("greater", "less"), ("greater", "lesser"),
    ("more", "less"), ("more", "fewer"), ("longer", "shorter"), ("long", "short"), ("higher", "lower"),
    ("high", "low"), ("highest", "lowest"), ("largest", "smallest"), ("longest", "shortest"), ("faster", "slower"),
    ("fast", "slow"), ("fastest", "slowest"), ("newer", "older"), ("new", "old"), ("newest", "oldest"),
    ("earlier", "later"), ("early", "late"), ("above", "below"), ("over", "under"), ("up", "down"),
    ("left", "right"), ("top", "bottom"), ("in", "out"), ("inside", "outside"), ("input", "output"),
    ("inclusive", "exclusive"), ("include", "exclude"), ("internal", "external"), ("increase", "decrease"),
    ("increment", "decrement"), ("raise", "lower"), ("grow", "shrink"), ("enable", "disable"), ("open", "close"),
    ("lock", "unlock"), ("load", "unload"), ("encode", "decode"), ("encrypt", "decrypt"), ("compress", "decompress"),
    ("import", "export"), ("read", "write"), ("send", "receive"), ("push", "pull"), ("push", "pop"),
    ("insert", "delete"), ("create", "delete"), ("create", "destroy"), ("minimum", "maximum"), ("min", "max"),
    ("minimize", "maximize"), ("min", "maximum"), ("positive", "negative"), ("public", "private"),
    ("present", "absent"), ("full", "empty"), ("pass", "fail"), ("success", "failure"), ("succeed", "fail"),
    ("safe", "dangerous"), ("easy", "difficult"), ("easy", "hard"), ("possible", "impossible"), ("required", "optional"),
    ("mandatory", "optional"), ("required", "forbidden"), ("same", "different"), ("equal", "different"),
    ("with", "without"), ("on", "off"), ("yes", "no"), ("true", "false"), ("odd", "even"), ("even", "odd"),
    ("local", "remote"), ("sync", "async"), ("synchronous", "asynchronous"), ("static", "dynamic"),
    ("mutable", "immutable"), ("blocking", "nonblocking"), ("forward", "backward"), ("next", "previous"),
    ("client", "server"), ("source", "target"), ("parent", "child"), ("ancestor", "descendant"), ("buy", "sell"),
    ("win", "lose"), ("hot", "cold"), ("day", "night"), ("good", "bad"), ("strong", "weak"), ("strict", "lenient"),
    ("allow", "forbidden"), ("allow", "prohibit"), ("permit", "forbid"), ("permit", "forbidden"), ("permit", "prohibit"),
    ("permit", "deny"), ("grant", "deny"), ("grant", "revoke"), ("accept", "refuse"), ("accept", "decline"),
    ("correct", "wrong"), ("right", "wrong"), ("alive", "dead"), ("attach", "detach"), ("connect", "disconnect"),
    ("expand", "collapse"), ("show", "hide"), ("shown", "hidden"), ("visible", "hidden"), ("rise", "fall"),
    ("maior", "menor"), ("correto", "errado"), ("certo", "errado"), ("aberto", "fechado"), ("subir", "descer"),
    ("ganhar", "perder"), ("ligar", "desligar"), ("mostrar", "esconder"), ("mais", "menos"), ("acima", "abaixo"), ("dentro", "fora"), ("antes", "depois"),
    ("com", "sem"), ("permite", "proibe"), ("permitir", "proibir"), ("aceitar", "rejeitar"), ("ativar", "desativar"),
    ("aumentar", "diminuir"), ("aumenta", "diminui"), ("abrir", "fechar"), ("entrada", "saida"),
    ("minimo", "maximo"), ("obrigatorio", "opcional"), ("bom", "mau"), ("grande", "pequeno"), ("alto", "baixo"),
    ("rapido", "lento"), ("cedo", "tarde"), ("cheio", "vazio"), ("sucesso", "falha"), ("igual", "diferente"),
];

/// What turns the word behind it around.
const PREFIXES: &[&str] = &["un", "in", "im", "il", "ir", "dis", "non", "des", "anti", "de", "mis"];

static KNOWN: LazyLock<FxHashMap<&str, (CriticalKind, &str)>> = LazyLock::new(|| {
    let rows = WORDS.iter().flat_map(|(kind, value, words)| words.iter().map(move |word| (*word, (*kind, *value))));
    rows.collect()
});

static OPPOSITE_STEMS: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut all: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for (one, other) in OPPOSITES {
        all.entry(stemmed(one)).or_default().push(stemmed(other));
        all.entry(stemmed(other)).or_default().push(stemmed(one));
    }
    all
});

/// What a folded word counts as, wherever it stands.
pub(super) fn critical_word(word: &str) -> Option<(CriticalKind, &'static str)> {
    KNOWN.get(word).copied()
}

/// The unit that a folded word or sign is behind a number.
pub(super) fn unit_behind_number(word: &str) -> Option<&'static str> {
    let known = critical_word(word).filter(|(kind, _)| *kind == Unit).map(|(_, unit)| unit);
    known.or_else(|| BEHIND_NUMBERS.iter().find(|(sign, _)| *sign == word).map(|(_, unit)| *unit))
}

/// Whether a folded word compares if a number follows.
pub(super) fn compares_numbers(word: &str) -> bool {
    BEFORE_NUMBERS.contains(&word)
}

/// Forms of the word under which its opposite would be found: with or without what turns it around.
pub(super) fn with_prefixes(word: &str) -> impl Iterator<Item = String> {
    let longer = PREFIXES.iter().map(move |prefix| format!("{prefix}{word}"));
    let full = word.strip_suffix("ful").map(|root| format!("{root}less"));
    longer.chain(full).chain(Some(format!("{word}less")))
}

/// Stems that say the opposite of this stem.
pub(super) fn opposites(stem: &str) -> &'static [String] {
    OPPOSITE_STEMS.get(stem).map_or(&[], Vec::as_slice)
}

/// The stem of a folded word.
pub(super) fn stemmed(word: &str) -> String {
    let mut stem = word.to_owned();
    crate::prose::stem(&mut stem);
    stem
}
