//! Configuration: what wins, where a value comes from, and what a bad one is answered with.

use crate::support::Place;

fn value(place: &Place, key: &str) -> (serde_json::Value, String) {
    let document = place.run(&["config", "--json"]).ok().json();
    let keys = document["keys"].as_array().expect("keys").clone();
    let found = keys.into_iter().find(|entry| entry["key"] == key).expect("a known key");
    (found["value"].clone(), found["source"].as_str().expect("a source").to_owned())
}

#[track_caller]
fn check_error(text: &str) -> String {
    let ran = Place::repository().with(&[("tribunal.toml", text)]).run(&["config"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.seen());
    ran.stderr
}

#[test]
fn every_source_beats_the_one_before() {
    let place = Place::repository();
    assert_eq!(value(&place, "index.jobs"), (0.into(), "default".to_owned()));
    place.write_user_config("[index]\njobs = 1\n");
    assert_eq!(value(&place, "index.jobs"), (1.into(), "user".to_owned()));
    place.write("tribunal.toml", "[index]\njobs = 2\n");
    assert_eq!(value(&place, "index.jobs"), (2.into(), "repository".to_owned()));
    let place = place.variable("TRIBUNAL_INDEX_JOBS", "3");
    assert_eq!(value(&place, "index.jobs"), (3.into(), "environment".to_owned()));
    let flag = place.run(&["index", "--jobs", "many"]);
    assert_eq!(flag.code, 2);
    assert!(
        flag.stderr.contains("--jobs: index.jobs: expected a whole number from 0 to 512, found `many`"),
        "{}",
        flag.stderr
    );
}

#[test]
fn xdg_config_home_is_respected() {
    let place = Place::repository();
    let other = place.home().join("xdg");
    std::fs::create_dir_all(other.join("tribunal")).expect("folders");
    std::fs::write(other.join("tribunal/config.toml"), "[index]\njobs = 9\n").expect("a file");
    let place = place.variable("XDG_CONFIG_HOME", &other.display().to_string());
    assert_eq!(value(&place, "index.jobs").0, 9);
}

#[test]
fn all_keys_with_their_origin() {
    let place = Place::repository()
        .with(&[("tribunal.toml", "[project]\nkind = \"library\"\nlanguages = [\"rust\"]\n")])
        .variable("TRIBUNAL_INDEX_EXCLUDE", "vendor/**, *.min.js");
    insta::assert_snapshot!(place.run(&["config"]).ok().seen(), @r#"
    code 0
    --- stdout
    [index]  What is read into the knowledge base.
      max_file_bytes = 1048576            default
      exclude = ["vendor/**","*.min.js"]  TRIBUNAL_INDEX_EXCLUDE
      include_generated = true            default
      jobs = 0                            default
    [history]  How much of the history is read.
      max_commits = 20000       default
      detailed_commits = 2000   default
      co_change_min_files = 2   default
      co_change_max_files = 50  default
      co_change_min_count = 2   default
    [pack]  What comes into a context pack, by path.
      include = []  default
      exclude = []  default
      prefer = []   default
      avoid = []    default
    [review]  What a review looks at and how much it matters.
      min_confidence = 60  default
      exclude = []         default
      severity = []        default
    [polish]  How texts are refined by a model, and when that is over.
      enabled = false                                      default
      max_passes = 1                                       default
      min_bytes = 200                                      default
      epsilon = 50                                         default
      exclude = ["formatter","deps","refiner","verifier"]  default
      model = ""                                           default
      effort = "medium"                                    default
      convergence.enabled = true                           default
      convergence.embedding = false                        default
      convergence.strict = false                           default
      convergence.char_high = "0.99"                       default
      convergence.char_low = "0.3"                         default
      convergence.jaccard_high = "0.95"                    default
      convergence.embedding_sim = "0.92"                   default
      convergence.cache_size = 256                         default
      convergence.cache_ttl_min = 5                        default
      convergence.breaker_threshold = 3                    default
    [project]  What the project is.
      kind = "library"          tribunal.toml:2
      entries = []              default
      test_command = (not set)  default
      languages = ["rust"]      tribunal.toml:3
    [limits]  What one run may spend on models; 0 is no limit.
      tokens = 0    default
      cents = 0     default
      minutes = 0   default
      requests = 0  default
    [calls]  How models are called.
      breaker_failures = 3    default
      breaker_seconds = 30    default
      recordings = (not set)  default
    [models]  Which models are asked, by role and by stage.
    --- stderr
    "#);
}

#[test]
fn models_of_the_user_are_shown_by_role_and_by_stage() {
    let place = Place::repository();
    let text = "[models.coding]\nmodel = \"qwen3\"\n[models.overrides.verify]\nmodel = \"judge\"\n";
    let place = place.with(&[("tribunal.toml", text)]);
    assert!(place.run(&["config"]).ok().stderr.contains("models.overrides.verify.model (tribunal.toml:4) is ignored"));
    place.run(&["trust"]).ok();
    let shown = place.run(&["config"]).ok().stdout;
    assert!(shown.contains("coding.model = \"qwen3\""), "{shown}");
    assert!(shown.contains("overrides.verify.model = \"judge\""), "{shown}");
}

#[test]
fn works_outside_a_repository() {
    Place::folder().run(&["config"]).ok();
}

#[test]
fn wrong_type() {
    insta::assert_snapshot!(check_error("[index]\n\nmax_file_bytes = \"big\"\n"), @r#"
    error: the configuration is not valid
      tribunal.toml:3: index.max_file_bytes: expected a whole number from 1024 to 268435456, found `"big"`

    hint: `tribunal init --schema` prints what each key accepts
    "#);
}

#[test]
fn out_of_range_names_the_range() {
    insta::assert_snapshot!(check_error("[history]\nco_change_min_files = 1\nmax_commits = -4\n"), @"
    error: the configuration is not valid
      tribunal.toml:2: history.co_change_min_files: expected a whole number from 2 to 1000, found `1`
      tribunal.toml:3: history.max_commits: expected a whole number from 0 to 10000000, found `-4`

    hint: `tribunal init --schema` prints what each key accepts
    ");
}

#[test]
fn unknown_key_suggests_the_nearest() {
    insta::assert_snapshot!(check_error("[index]\nexclude = []\nmax_file_byte = 5\n"), @"
    error: the configuration is not valid
      tribunal.toml:3: unknown key `index.max_file_byte`

    hint: did you mean `index.max_file_bytes`?
    ");
}

#[test]
fn unknown_section_and_key_in_the_wrong_section() {
    insta::assert_snapshot!(check_error("[indexx]\njobs = 1\n"), @"
    error: the configuration is not valid
      tribunal.toml:1: unknown section `indexx`

    hint: did you mean `[index]`?
    ");
    insta::assert_snapshot!(check_error("[index]\ntest_command = \"x\"\n"), @"
    error: the configuration is not valid
      tribunal.toml:2: unknown key `index.test_command`

    hint: did you mean `project.test_command`?
    ");
}

#[test]
fn broken_toml_names_the_line() {
    insta::assert_snapshot!(check_error("[index]\njobs = 1\nexclude = [\n"), @"
    error: the configuration is not valid
      tribunal.toml:3: not valid TOML: unclosed array, expected `]`

    hint: `tribunal init --schema` prints what each key accepts
    ");
    insta::assert_snapshot!(check_error("[index]\njobs = 1\njobs = 2\n"), @"
    error: the configuration is not valid
      tribunal.toml:3: not valid TOML: duplicate key

    hint: `tribunal init --schema` prints what each key accepts
    ");
}

#[test]
fn items_of_lists_are_checked() {
    let text = "[project]\nlanguages = [\"pyton\"]\nentries = [\"a.py:\"]\n[index]\nexclude = [\"a[\"]\n";
    insta::assert_snapshot!(check_error(text), @"
    error: the configuration is not valid
      tribunal.toml:2: project.languages: `pyton` is no language (did you mean `python`?); expected one of rust, python, typescript, tsx, javascript, go, java, c, cpp, csharp, ruby, php, kotlin, bash, lua
      tribunal.toml:3: project.entries: `a.py:` is neither a glob nor `path:symbol`
      tribunal.toml:5: index.exclude: `a[` is no glob (unclosed character class; missing ']')

    hint: `tribunal init --schema` prints what each key accepts
    ");
}

#[test]
fn bytes_that_are_no_text() {
    let place = Place::repository();
    std::fs::write(place.root().join("tribunal.toml"), b"[index]\n# \xff\n").expect("a file");
    let ran = place.run(&["config"]);
    assert!(ran.stderr.contains("tribunal.toml:2: the file is not UTF-8"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let place = Place::repository();
    std::os::unix::fs::symlink("/etc/passwd", place.root().join("tribunal.toml")).expect("a link");
    let ran = place.run(&["config"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("must be a plain file"), "{}", ran.stderr);
}

#[test]
fn bad_and_mistyped_variables_are_errors_and_foreign_ones_are_not() {
    let run = |name: &str, value: &str| Place::repository().variable(name, value).run(&["config"]);
    insta::assert_snapshot!(run("TRIBUNAL_INDEX_JOBS", "-1").stderr, @"
    error: the configuration is not valid
      TRIBUNAL_INDEX_JOBS: index.jobs: expected a whole number from 0 to 512, found `-1`

    hint: `tribunal init --schema` prints what each key accepts
    ");
    insta::assert_snapshot!(run("TRIBUNAL_INDEX_JOB", "1").stderr, @"
    error: the configuration is not valid
      TRIBUNAL_INDEX_JOB: no key of the configuration has this variable

    hint: did you mean `TRIBUNAL_INDEX_JOBS`?
    ");
    run("TRIBUNAL_HOMEPAGE", "1").ok();
}
