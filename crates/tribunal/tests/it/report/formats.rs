//! The formats for machines and pages: what is in them, what is not, and where they go.

use super::{FILES, RUN, reviewed};
use crate::bad_input::left_out;
use crate::support::Place;
use serde_json::Value;

const FORMATS: &[&str] = &["terminal", "json", "markdown", "sarif", "html", "github"];

#[test]
fn refuted_findings_are_in_no_report_unless_all_are_wanted() {
    let place = reviewed();
    // The page has them apart from the others, on a page of its own.
    for format in FORMATS.iter().filter(|format| **format != "html") {
        let usual = place.run(&["report", "--format", format]).ok().stdout;
        assert!(!usual.contains("nothing uses `applyBonus`"), "{format}");
        let all = place.run(&["report", "--format", format, "--all"]).ok().stdout;
        assert!(all.contains("F-0ff00001"), "{format}");
    }
}

#[test]
fn reports_depend_on_nothing_but_the_review() {
    let (one, other) = (reviewed(), reviewed());
    for format in FORMATS {
        let args = ["report", "--format", format, "--all"];
        let text = one.run(&args).ok().stdout;
        assert_eq!(text, other.run(&args).ok().stdout, "{format}");
        assert!(!text.contains("[TMP]"), "{format} names a place on the machine");
    }
}

#[test]
fn sarif_has_rules_places_flows_fixes_and_suppressions() {
    let place = reviewed();
    let document = place.run(&["report", "--format", "sarif", "--all"]).ok().json();
    let run = &document["runs"][0];
    let result = |id: &str| -> Value {
        let results = run["results"].as_array().expect("results");
        results.iter().find(|result| result["properties"]["id"] == id).expect("a result").clone()
    };
    assert_eq!((&document["version"], &run["columnKind"]), (&"2.1.0".into(), &"unicodeCodePoints".into()));
    let compared = result("F-77aa0b1c");
    let rule = &run["tool"]["driver"]["rules"][compared["ruleIndex"].as_u64().expect("an index") as usize];
    assert_eq!(rule["id"], "self-comparison");
    assert!(rule["help"]["markdown"].as_str().is_some_and(|help| help.contains("```python")));
    insta::assert_snapshot!(format!("{:#}", result("F-3f9a1c02")), @r#"
    {
      "codeFlows": [
        {
          "threadFlows": [
            {
              "locations": [
                {
                  "location": {
                    "message": {
                      "text": "the value"
                    },
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "src/engine.ts",
                        "uriBaseId": "%SRCROOT%"
                      },
                      "region": {
                        "endLine": 4,
                        "snippet": {
                          "text": "1000"
                        },
                        "startLine": 4
                      }
                    }
                  }
                },
                {
                  "location": {
                    "message": {
                      "text": "says"
                    },
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "README.md",
                        "uriBaseId": "%SRCROOT%"
                      },
                      "region": {
                        "endLine": 3,
                        "snippet": {
                          "text": "Bets above 100 are rejected."
                        },
                        "startLine": 3
                      }
                    }
                  }
                },
                {
                  "location": {
                    "logicalLocations": [
                      {
                        "fullyQualifiedName": "MAX_BET",
                        "kind": "variable"
                      }
                    ],
                    "message": {
                      "text": "`MAX_BET` is 1000, and `README.md` says that bets above 100 are rejected."
                    },
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "src/engine.ts",
                        "uriBaseId": "%SRCROOT%"
                      },
                      "contextRegion": {
                        "endLine": 6,
                        "snippet": {
                          "text": "\n/** The most that can be put on one spin. */\nexport const MAX_BET = 1000;\n\nexport class Engine {"
                        },
                        "startLine": 2
                      },
                      "region": {
                        "endColumn": 28,
                        "endLine": 4,
                        "startColumn": 24,
                        "startLine": 4
                      }
                    }
                  }
                }
              ]
            }
          ]
        }
      ],
      "fixes": [
        {
          "artifactChanges": [
            {
              "artifactLocation": {
                "uri": "src/engine.ts",
                "uriBaseId": "%SRCROOT%"
              },
              "replacements": [
                {
                  "deletedRegion": {
                    "endLine": 4,
                    "startLine": 4
                  },
                  "insertedContent": {
                    "text": "export const MAX_BET = 100;"
                  }
                }
              ]
            }
          ],
          "description": {
            "text": "Mends it; read it before you take it."
          }
        }
      ],
      "kind": "fail",
      "level": "error",
      "locations": [
        {
          "logicalLocations": [
            {
              "fullyQualifiedName": "MAX_BET",
              "kind": "variable"
            }
          ],
          "physicalLocation": {
            "artifactLocation": {
              "uri": "src/engine.ts",
              "uriBaseId": "%SRCROOT%"
            },
            "contextRegion": {
              "endLine": 6,
              "snippet": {
                "text": "\n/** The most that can be put on one spin. */\nexport const MAX_BET = 1000;\n\nexport class Engine {"
              },
              "startLine": 2
            },
            "region": {
              "endColumn": 28,
              "endLine": 4,
              "startColumn": 24,
              "startLine": 4
            }
          }
        }
      ],
      "message": {
        "text": "`MAX_BET` is 1000, and `README.md` says that bets above 100 are rejected."
      },
      "partialFingerprints": {
        "tribunal/v1": "3f9a1c02aa10"
      },
      "properties": {
        "axis": "correction",
        "category": "logic",
        "confidence": 92,
        "disposition": "reported",
        "id": "F-3f9a1c02",
        "proof": "defect",
        "proved": "a claim that states the defect was checked against the code",
        "severity": "HIGH",
        "source": "static",
        "verdict": "NEEDS_FIX",
        "verification_status": "VERIFIED"
      },
      "rank": 92.0,
      "ruleId": "constant-contradicts-doc",
      "ruleIndex": 0
    }
    "#);
    let spaced = &result("F-5e5e0001")["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!((&spaced["uri"], &spaced["uriBaseId"]), (&"src/util/a%20b.py".into(), &"%SRCROOT%".into()));
    assert_eq!(result("F-0ff00001")["suppressions"][0]["justification"], "verify/uses: `Engine.spin` calls it");
    assert_eq!(result("F-90be11d7")["suppressions"], Value::Null);
}

#[test]
fn markdown_is_whole_by_axis_and_by_file() {
    let place = reviewed();
    insta::assert_snapshot!("markdown", place.run(&["report", "--format", "markdown", "--all"]).ok().stdout);
    place.write(
        &format!(".tribunal/runs/{RUN}/reviews/src/wild.ts.json"),
        &super::schemas::review_file(&place).to_string(),
    );
    place.run(&["report", "--format", "markdown", "--all", "--out", "pages/"]).ok();
    assert!(place.read("pages/report.md").starts_with("# Review\n"));
    assert!(place.read("pages/axes/duplication.md").contains("F-90be11d7"));
    insta::assert_snapshot!(place.read("pages/reviews/src/wild.ts.md"), @"
    # `src/wild.ts`

    **NEEDS_REFACTOR**, typescript, best practices 9.5 of 10.

    ## Definitions

    | lines | definition | utility | duplication | correction | overengineering | tests | best practices | documentation |
    |---|---|---|---|---|---|---|---|---|
    | 1-7 | exported function `applyBonus` | USED 95 | DUPLICATE 88 | - | - | - | - | - |

    ## 0 findings


    ## What to do

    - **MEDIUM**, small, style: Call `bonus` instead. (`applyBonus`, `A-1`)

    Imports that nothing uses: `a|b`.

    Import cycles: `src/wild.ts → src/engine.ts`.

    ## How it was evaluated

    - utility: static
    - duplication: not evaluated
    - correction: failed: the model did not answer
    - overengineering: not evaluated
    - tests: not evaluated
    - best practices: not evaluated
    - documentation: not evaluated
    ");
}

#[test]
fn github_gets_one_command_per_finding() {
    let place = reviewed();
    insta::assert_snapshot!(place.run(&["report", "--format", "github"]).ok().stdout, @r#"
    ::error file=src/legacy.ts,line=1,endLine=1,col=21,endColumn=30,title=CRITICAL correction injection::`</script><img src=x onerror="document.title='owned'">` ends the page's script <img src=x onerror=alert(2)> [here](javascript:alert(3)) (M-1)
    ::error file=src/engine.ts,line=4,endLine=4,col=24,endColumn=28,title=HIGH correction constant-contradicts-doc::`MAX_BET` is 1000, and `README.md` says that bets above 100 are rejected (F-3f9a1c02)
    ::warning file=src/engine.ts,line=13,endLine=13,col=33,endColumn=43,title=MEDIUM correction self-comparison::`bet` is compared with itself (F-77aa0b1c)
    ::warning file=src/engine.ts,line=18,endLine=24,title=MEDIUM duplication duplicate-function::`bonus` has the same logic as `applyBonus` in `src/wild.ts` (F-90be11d7)
    ::warning file=src/legacy.ts,line=1,endLine=5,title=MEDIUM utility dead-file::nothing reaches this file (F-c1d20e55)
    ::warning file=src/util/a b.py,line=4,endLine=5,title=MEDIUM correction swallowed-error::[NEEDS VERIFICATION] `ValueError` is caught and forgotten (F-5e5e0001)
    ::notice file=src/engine.ts,line=18,endLine=18,title=LOW documentation undocumented-export::`bonus` is exported and not documented (F-d0c50001)
    ::notice file=src/util/a b.py,line=1,endLine=5,title=LOW tests untested-function::no test reaches `parse` (F-7e570001)
    "#);
}

#[test]
fn a_line_break_in_a_message_begins_no_command() {
    let place = reviewed();
    let mut review = super::findings(&place);
    review["findings"][0]["message"] = "one\n::error::two % three".into();
    super::keep(&place, RUN, &review);
    let told = place.run(&["report", "--format", "github"]).ok().stdout;
    assert!(told.contains("one%0A::error::two %25 three"), "{told}");
    assert!(told.lines().all(|line| line.starts_with("::") && line.contains(" file=")), "{told}");
}

#[test]
fn the_page_holds_hostile_code_as_data() {
    let place = reviewed();
    let page = place.run(&["report", "--format", "html"]).ok().stdout;
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
    let (data, rest) = data.split_once("</script>").expect("an end");
    let data: Value = serde_json::from_str(data).expect("JSON");
    assert!(data["sources"]["src/legacy.ts"][0][1].as_str().is_some_and(|line| line.contains("</script><img src=x")));
    assert_eq!(rest.matches("</script>").count(), 1, "nothing but the page's own script follows");
    assert!(!page.contains("<img"), "no code became markup");
    assert!(page.contains("content=\"default-src 'none'; style-src 'sha256-"), "a strict policy");
    assert_eq!((data["findings"].as_array().map(Vec::len), &data["all"]), (Some(11), &false.into()));
}

#[test]
fn every_format_goes_to_a_file_or_a_folder() {
    let place = reviewed();
    let names = ["report.txt", "findings.json", "report.md", "report.sarif", "report.html", "report.github.txt"];
    for (format, name) in FORMATS.iter().zip(names) {
        let shown = place.run(&["report", "--format", format]).ok().stdout;
        let ran = place.run(&["report", "--format", format, "--out", "out/"]).ok();
        assert_eq!((ran.stdout.as_str(), place.read(&format!("out/{name}"))), ("", shown.clone()), "{format}");
        assert!(ran.stderr.contains(&format!("[TMP]/project/out/{name}\n")), "{}", ran.stderr);
        place.run(&["report", "--format", format, "--out", "one"]).ok();
        assert_eq!(place.read("one"), shown, "{format}");
    }
}

#[test]
fn a_closed_pipe_is_silence_and_a_full_disk_is_an_error() {
    let place = reviewed();
    for format in FORMATS {
        let ran = place.shell(&format!("$TRIBUNAL report --format {format} | head -c0; echo ${{PIPESTATUS[0]}}"));
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("0\n", ""), "{format}");
        let full = place.shell(&format!("$TRIBUNAL report --format {format} > /dev/full"));
        assert_eq!((full.code, full.stderr.starts_with("error: cannot write to stdout")), (2, true), "{}", full.seen());
    }
}

#[test]
fn a_full_disk_leaves_the_old_report() {
    let place = reviewed();
    let small = "mkdir disk && mount -t tmpfs -o size=32k none disk && printf old > disk/report.html";
    let full = "cat /dev/zero > disk/filler; $TRIBUNAL report --format html --out disk/report.html; echo $?; cat disk/report.html; ls disk";
    place.write("full.sh", &format!("{small} || exit 99\n{full} 2>&1\n"));
    let ran = place.shell("unshare --map-root-user --mount bash full.sh 2>&1");
    if ran.code == 99 || ran.stdout.contains("unshare failed") {
        return left_out("a_full_disk_leaves_the_old_report", "no small disk can be mounted here");
    }
    assert!(ran.stdout.contains("error: no space left to write [TMP]/project/disk/report.html"), "{}", ran.seen());
    assert!(ran.stdout.ends_with("2\noldfiller\nreport.html\n"), "{}", ran.seen());
}

#[test]
fn a_review_without_findings_is_a_report_too() {
    let place = Place::repository();
    for file in FILES {
        place.write(file, "");
    }
    let mut review: Value = serde_json::from_str(&super::sample("findings.json")).expect("JSON");
    review["findings"] = Value::Array(Vec::new());
    review["verdict"] = "CLEAN".into();
    review["review_verdict"] = "APPROVE".into();
    review["counts"] = serde_json::json!({"proposed": 0, "reported": 0, "refuted": 0, "merged": 0, "settled": 0,
        "suppressed": 0, "below_confidence": 0, "invalid": 0});
    super::keep(&place, RUN, &review);
    for format in FORMATS {
        place.run(&["report", "--format", format]).ok();
    }
    insta::assert_snapshot!(place.run(&["report"]).ok().stdout, @"
    no findings
    verdict: CLEAN, APPROVE   report: tribunal report --format html --out report.html
    ");
}
