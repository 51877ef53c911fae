//! The measurement on a small scale, on texts of this repository.

use super::{harmless, measure, minimal, texts};

/// Prose and code of this repository, and Portuguese, which it has none of.
fn samples() -> Vec<String> {
    let texts = [
        include_str!("../../../docs/models.md"),
        include_str!("../../../docs/pack.md"),
        include_str!("../../../README.md"),
        include_str!("../../../crates/text/src/embedding.rs"),
        include_str!("../../../crates/llm/src/breaker.rs"),
        include_str!("../../../ARCHITECTURE.md"),
        include_str!("../../../docs/convergence.md"),
        ENGLISH,
        PORTUGUESE,
    ];
    texts.iter().flat_map(|text| texts::samples(text)).collect()
}

const ENGLISH: &str = "The reader keeps the last pages for 5 minutes and never waits for another reader. If the server does \
    not answer within 10 seconds, the reader shows what it has. That is usually enough.\n\nA writer tells the cache which \
    pages are stale before it answers. It is quick to do so, because the cache needs only the names of the pages. Nobody \
    has to ask for them again.\n\nEvery rule has a page with examples. The page says what the rule finds and what it leaves \
    alone, but it is not shown unless somebody wants it.\n";

const PORTUGUESE: &str = "O leitor guarda as páginas durante 5 minutos e nunca espera por outro leitor. Se o servidor não \
    responde em 10 segundos, o leitor desiste e mostra o que tem. Todos os arquivos são lidos uma vez, com os nomes que \
    as pessoas escreveram. Cada regra precisa de uma página com exemplos, e a página não pode ter mais de 200 linhas.\n\nO resto \
    fica em um lugar que ninguém abre sem precisar, mas que todos conhecem.\n";

#[test]
fn no_minimal_edit_is_called_converged() {
    let counts = measure(minimal::EDITS, 400, 7, &samples(), &mut |name, decision, edited| {
        assert!(!decision.converged, "{name}: {edited}");
    });
    assert_eq!((counts.len(), counts.values().map(|count| count.edits).sum::<usize>()), (minimal::EDITS.len(), 400));
}

#[test]
fn nine_in_ten_harmless_edits_pass_the_guard() {
    let counts = measure(harmless::EDITS, 400, 7, &samples(), &mut |_, _, _| {});
    let sum = |of: fn(&super::Count) -> usize| counts.values().map(of).sum::<usize>();
    let (edits, blocked) = (sum(|count| count.edits), sum(|count| count.blocked));
    assert!(edits == 400 && blocked * 10 <= edits, "{counts:?}");
}
