//! What a person sees: the review in a terminal, `why`, `explain`, and what goes wrong.

use super::{RUN, findings, keep, reviewed};
use crate::support::Place;

#[test]
fn a_terminal_shows_what_matters_last() {
    insta::assert_snapshot!(reviewed().run(&["report"]).ok().seen(), @r#"
    code 0
    --- stdout
    src/util/a b.py
        4  correction   MEDIUM    `ValueError` is caught and forgotten [NEEDS VERIFICATION]   F-5e5e0001
           │ except ValueError:

    src/engine.ts
       13  correction   MEDIUM    `bet` is compared with itself                               F-77aa0b1c
           │ const label = "名前: 回転"; if (bet == bet) this.credits -= bet;
           │                                 ^^^^^^^^^^
       18  duplication  MEDIUM    `bonus` has the same logic as `applyBonus` in               F-90be11d7
                                  `src/wild.ts`
           │ export function bonus(stake: number): number {
           │ 5 of 5 statements are equal up to names
           │ see src/wild.ts:1-7 `applyBonus`
        4  correction   HIGH      `MAX_BET` is 1000, and `README.md` says that bets above     F-3f9a1c02
                                  100 are rejected
           │ export const MAX_BET = 1000;
           │                        ^^^^ the value
           │ README.md:3  says: Bets above 100 are rejected.

    src/legacy.ts
        1  utility      MEDIUM    nothing reaches this file                                   F-c1d20e55
           │ export const page = "</script><img src=x onerror=\"document.title='owned'\"><!--";
           │ 3 exports, 0 uses, not an entry point of `package.json`
        1  correction   CRITICAL  `</script><img src=x onerror="document.title='owned'">`     M-1
                                  ends the page's script <img src=x onerror=alert(2)>
                                  [here](javascript:alert(3))
           │ export const page = "</script><img src=x onerror=\"document.title='owned'\"><!--";
           │                     ^^^^^^^^^

      tests          1 low  tribunal report --axes tests --severity low
      documentation  1 low  tribunal report --axes documentation --severity low

    8 findings: 1 critical, 1 high, 4 medium, 2 low   7 verified against the code (1 by the place alone), 1 [NEEDS VERIFICATION]
     1 refuted, 1 merged, 1 suppressed   (tribunal why ID  shows how)
    verdict: CRITICAL, REQUEST_CHANGES   report: tribunal report --format html --out report.html
    --- stderr
    "#);
}

#[test]
fn all_of_an_axis_is_shown_when_it_is_asked_for() {
    let place = reviewed();
    insta::assert_snapshot!(place.run(&["report", "--axes", "tests,utility", "--severity", "nit", "--all"]).ok().stdout, @r#"
    src/util/a b.py
        1  tests    LOW     no test reaches `parse`              F-7e570001
           │ def parse(text):

    src/legacy.ts
        1  utility  MEDIUM  nothing reaches this file            F-c1d20e55
           │ export const page = "</script><img src=x onerror=\"document.title='owned'\"><!--";
           │ 3 exports, 0 uses, not an entry point of `package.json`

    src/wild.ts
        1  utility  MEDIUM  nothing uses `applyBonus` [REFUTED]  F-0ff00001
           │ export function applyBonus(bet: number): number {

    2 findings: 1 medium, 1 low   all verified against the code
     1 refuted, 1 merged, 1 suppressed   (tribunal why ID  shows how)
    verdict: CRITICAL, REQUEST_CHANGES   report: tribunal report --format html --out report.html
    "#);
    let one = place.run(&["report", "--max-findings", "1"]).ok().stdout;
    assert!(one.contains("M-1") && one.contains("5 findings held back; `--max-findings 0` shows all"), "{one}");
}

#[test]
fn a_narrow_terminal_breaks_titles() {
    insta::assert_snapshot!(reviewed().variable("COLUMNS", "64").run(&["report", "--axes", "correction"]).ok().stdout, @r#"
    src/util/a b.py
        4  correction  MEDIUM    `ValueError` is caught and    F-5e5e0001
                                 forgotten [NEEDS
                                 VERIFICATION]
           │ except ValueError:

    src/engine.ts
       13  correction  MEDIUM    `bet` is compared with        F-77aa0b1c
                                 itself
           │ const label = "名前: 回転"; if (bet == bet) this.credi…
           │                                 ^^^^^^^^^^
        4  correction  HIGH      `MAX_BET` is 1000, and        F-3f9a1c02
                                 `README.md` says that bets
                                 above 100 are rejected
           │ export const MAX_BET = 1000;
           │                        ^^^^ the value
           │ README.md:3  says: Bets above 100 are rejected.

    src/legacy.ts
        1  correction  CRITICAL  `</script><img src=x          M-1
                                 onerror="document.title='own
                                 ed'">` ends the page's
                                 script <img src=x
                                 onerror=alert(2)>
                                 [here](javascript:alert(3))
           │ export const page = "</script><img src=x onerror=\"doc…
           │                     ^^^^^^^^^

    4 findings: 1 critical, 1 high, 2 medium   3 verified against the code (1 by the place alone), 1 [NEEDS VERIFICATION]
     1 refuted, 1 merged, 1 suppressed   (tribunal why ID  shows how)
    verdict: CRITICAL, REQUEST_CHANGES   report: tribunal report --format html --out report.html
    "#);
}

#[test]
fn colour_says_nothing_that_words_do_not() {
    let place = reviewed();
    let colored = place.run(&["report", "--color", "always"]).ok().stdout;
    let mut plain = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain.push_str(before);
        rest = after.split_once('m').expect("a whole sequence").1;
    }
    assert_eq!(plain + rest, place.run(&["report"]).ok().stdout);
}

#[test]
fn code_that_changed_is_shown_as_it_was_quoted() {
    let place = reviewed();
    place.write("src/engine.ts", "// everything is new\n");
    let seen = place.run(&["report"]).ok().stdout;
    assert!(!seen.contains("everything is new"), "{seen}");
    assert!(seen.contains("│ bet == bet"), "{seen}");
}

#[test]
fn why_tells_the_history_of_a_finding() {
    let place = reviewed();
    insta::assert_snapshot!(place.run(&["why", "F-0ff00001"]).ok().stdout, @"
    F-0ff00001  utility/dead-export  src/wild.ts:1-7 applyBonus
    nothing uses `applyBonus`
     proposed     model                                  confidence 60
     claim 1      symbol_unused applyBonus               src/wild.ts:1
     verify/uses  DEAD → USED                            `Engine.spin` calls it
                  the call: return applyBonus(bet);      src/engine.ts:14
     REFUTED      the code contradicts a claim it needs
     refuted      `Engine.spin` calls it
    reproduce: tribunal review --paths src/wild.ts
    ");
    insta::assert_snapshot!(place.run(&["why", "3f9a"]).ok().stdout, @"
    F-3f9a1c02  correction/constant-contradicts-doc  src/engine.ts:4 MAX_BET
    `MAX_BET` is 1000, and `README.md` says that bets above 100 are rejected
     proposed         static rule                            confidence 92
     claim 1          constant_value MAX_BET = 1000          src/engine.ts:4
     evidence         the value: 1000                        src/engine.ts:4
     evidence         says: Bets above 100 are rejected.     README.md:3
     verify/constant  proposed → VERIFIED                    the constant has this value
     VERIFIED         every claim holds
     reported         severity HIGH, counts for the verdict
    reproduce: tribunal review --paths src/engine.ts --rule constant-contradicts-doc
    ");
    let json = place.run(&["why", "M-1", "--json"]).ok().json();
    assert_eq!((&json["run"], &json["finding"]["id"]), (&RUN.into(), &"M-1".into()));
}

#[test]
fn why_looks_in_older_runs_and_suggests_near_names() {
    let place = reviewed();
    let mut newer = findings(&place);
    newer["findings"].as_array_mut().expect("findings").remove(0);
    keep(&place, "20250101T000000Z", &newer);
    let old = place.run(&["why", "F-3f9a1c02"]).ok();
    assert_eq!(old.stderr, format!("the newest review does not know it; this is from run {RUN}\n"));
    let near = place.run(&["why", "F-77aa0b1d"]);
    insta::assert_snapshot!(near.seen(), @"
    code 2
    --- stdout
    --- stderr
    error: there is no finding `F-77aa0b1d`

    hint: did you mean `F-77aa0b1c`?
    ");
    assert!(place.run(&["why", "F-0ff"]).stderr.contains("several findings begin with `F-0ff`"));
}

#[test]
fn explain_prints_the_documentation_of_a_rule() {
    let place = Place::folder();
    insta::assert_snapshot!(place.run(&["explain", "self-comparison"]).ok().stdout, @"
    self-comparison  correction, NEEDS_FIX, logic
    severity MEDIUM, confidence 90, all languages

    A value is compared with itself, so the result never changes.

    One of the two sides was meant to be something else.

    ```python
    if width == width:      # found: always true
        resize()
    ```

    Left alone: `x != x`, the usual test for NaN, `x == x` of what was made a float or asked to be one, or with a remark about NaN, and anything that calls or increments, because the two sides may then differ; and tests, which try the comparison itself.
    ");
    let near = place.run(&["explain", "self-comparson"]);
    assert_eq!((near.code, near.stderr.contains("did you mean `self-comparison`?")), (2, true), "{}", near.stderr);
    let all = place.run(&["explain"]).ok().stdout;
    assert!(all.contains("correction\n") && all.contains("  self-comparison"), "{all}");
    let json = place.run(&["explain", "--json"]).ok().json();
    assert!(json["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule["name"] == "self-comparison")));
}

#[test]
fn what_is_not_there_is_named_with_the_next_command() {
    let place = Place::repository();
    insta::assert_snapshot!(place.run(&["report"]).seen(), @"
    code 2
    --- stdout
    --- stderr
    error: there is no review yet

    hint: run `tribunal review`
    ");
    assert!(place.run(&["why", "F-1"]).stderr.contains("there is no review yet"));
    let place = reviewed();
    assert!(place.run(&["report", "20240101T00000Z"]).stderr.contains(&format!("did you mean `{RUN}`?")));
    assert!(place.run(&["report", "--axes", "utilty"]).stderr.contains("did you mean `utility`?"));
    assert!(place.run(&["report", "--schema", "finding"]).stderr.contains("did you mean `findings`?"));
    place.write(".tribunal/runs/20250101T000000Z/findings.json", "{\"version\": 1");
    insta::assert_snapshot!(place.run(&["report"]).seen(), @"
    code 2
    --- stdout
    --- stderr
    error: findings.json of run `20250101T000000Z` cannot be read
      EOF while parsing an object at line 1 column 13

    hint: run `tribunal review` again, or name another run: `tribunal runs` lists them
    ");
    assert_eq!(place.run(&["report", RUN]).ok().stderr, "");
    place.run(&["why", "M-1"]).ok();
    place.write(".tribunal/runs/20250102T000000Z-ask/run.json", "{}");
    assert!(place.run(&["report", "20250102T000000Z-ask"]).stderr.contains("is no review"));
}

#[test]
fn a_run_that_was_interrupted_is_shown_with_a_remark() {
    let place = reviewed();
    place.shell(&format!("rm .tribunal/runs/{RUN}/run.json")).ok();
    let ran = place.run(&["report", "--format", "json"]).ok();
    assert_eq!(ran.stderr, format!("run {RUN} did not come to its end; this is what it left\n"));
    assert_eq!(ran.json()["findings"].as_array().map(Vec::len), Some(8));
}
