//! A repository's file runs nothing before the user has trusted it.

use crate::support::Place;

fn project() -> Place {
    Place::repository().with(&[("tribunal.toml", "[project]\ntest_command = \"make test\"\n")])
}

fn test_command(place: &Place) -> serde_json::Value {
    let document = place.run(&["config", "--json"]).ok().json();
    let keys = document["keys"].as_array().expect("keys").clone();
    keys.into_iter().find(|entry| entry["key"] == "project.test_command").expect("the key")["value"].clone()
}

#[test]
fn a_command_takes_effect_only_while_the_file_is_trusted() {
    let place = project();
    assert!(test_command(&place).is_null());
    insta::assert_snapshot!(place.run(&["config"]).stderr, @"project.test_command (tribunal.toml:2) is ignored until `tribunal trust`");
    let doctor = place.run(&["doctor"]).stdout;
    assert!(doctor.contains("project.test_command (tribunal.toml:2) is ignored"), "{doctor}");
    assert!(doctor.contains("→ tribunal trust"), "{doctor}");

    insta::assert_snapshot!(place.run(&["trust"]).ok().stdout, @r#"
    trusted tribunal.toml at 8b3fe81d000c; any change of the file ends it
      project.test_command = "make test"
    "#);
    assert_eq!(test_command(&place), "make test");

    place.write("tribunal.toml", "[project]\ntest_command = \"make  test\"\n");
    assert!(test_command(&place).is_null(), "a change ends the trust");

    place.run(&["trust"]).ok();
    assert_eq!(place.run(&["trust", "--revoke"]).ok().stdout, "no longer trusted\n");
    assert!(test_command(&place).is_null());
    assert_eq!(place.run(&["trust", "--revoke"]).ok().stdout, "it was not trusted\n");
}

#[test]
fn trust_belongs_to_one_repository() {
    let place = project();
    place.run(&["trust"]).ok();
    let other = place.root().join("nested");
    std::fs::create_dir(&other).expect("a folder");
    place.git(&["init", "--quiet", "nested"]);
    std::fs::copy(place.root().join("tribunal.toml"), other.join("tribunal.toml")).expect("a copy");
    let ran = place.run_in(&other, &["config"]).ok();
    assert!(ran.stderr.contains("is ignored until `tribunal trust`"), "{}", ran.stderr);
}

#[test]
fn the_user_may_set_a_command_without_trust() {
    let place = project();
    place.write_user_config("[project]\ntest_command = \"mine\"\n");
    assert_eq!(test_command(&place), "mine");
}

#[test]
fn nothing_to_trust() {
    insta::assert_snapshot!(Place::repository().run(&["trust"]).seen(), @"
    code 2
    --- stdout
    --- stderr
    error: there is no tribunal.toml to trust

    hint: run `tribunal init`
    ");
}

#[test]
fn a_damaged_record_is_an_error_that_names_the_file() {
    let place = project();
    place.run(&["trust"]).ok();
    std::fs::write(place.home().join(".config/tribunal/trusted.json"), "{").expect("a file");
    let ran = place.run(&["config"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("trusted.json is damaged"), "{}", ran.stderr);
}
