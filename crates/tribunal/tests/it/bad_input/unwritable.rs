//! A state folder that cannot be written: closed by its permissions, or on a disk that is full.

use super::{index, known, left_out, overview, refused, still_knows};
use crate::support::{Place, Ran};
use serde_json::Value;

/// Runs the binary so that permissions hold even for root; nothing if that cannot be had.
pub fn without_privileges(place: &Place, arguments: &str) -> Option<Ran> {
    let humble = "humble() { if [ $(id -u) = 0 ]; then \
                  setpriv --bounding-set=-dac_override,-dac_read_search \"$@\"; else \"$@\"; fi; }";
    let probe = "touch ../closed && chmod 000 ../closed && humble true && ! humble cat ../closed";
    (place.shell(&format!("{humble}; {probe}")).code == 0)
        .then(|| place.shell(&format!("{humble}; humble $TRIBUNAL {arguments}")))
}

#[test]
fn a_closed_state_folder_answers_but_is_not_written() {
    let place = known();
    let before = overview(&place);
    place.write("c.py", "def third():\n    pass\n");
    place.shell("chmod 555 .tribunal; chmod 444 .tribunal/*").ok();
    let asked = without_privileges(&place, "query overview --no-index --json");
    let refusals = ["index", "index --rebuild", "query files"].map(|line| without_privileges(&place, line));
    place.shell("chmod 755 .tribunal; chmod 644 .tribunal/*").ok();
    let Some(asked) = asked else {
        return left_out(
            "a_closed_state_folder_answers_but_is_not_written",
            "root's privileges cannot be given up (setpriv)",
        );
    };
    assert_eq!(asked.ok().json(), before);
    for ran in refusals.iter().flatten() {
        refused(ran, &["cannot be written: it is read-only"]);
    }
    let [update, rebuild, query] = refusals.map(|ran| ran.map(|ran| ran.stderr).unwrap_or_default());
    let chmod = "hint: run `chmod -R u+w [TMP]/project/.tribunal`, or `tribunal index` in a clone that can be written";
    assert!(update.contains(chmod) && rebuild.contains(chmod), "{update}{rebuild}");
    assert!(query.contains("hint: ask the knowledge base as it is with `--no-index`"), "{query}");
    assert_eq!(still_knows(&place), before);
    assert_eq!(index(&place)["files"], 3);
}

#[test]
fn a_closed_repository_without_a_base_is_refused() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    place.shell("chmod 555 .").ok();
    let ran = without_privileges(&place, "index");
    place.shell("chmod 755 .").ok();
    match ran {
        Some(ran) => refused(
            &ran,
            &[
                "error: [TMP]/project cannot be written: it is read-only or belongs to someone else\n",
                "hint: run `chmod u+w [TMP]/project`, or `tribunal index` in a clone that can be written\n",
            ],
        ),
        None => left_out("a_closed_repository_without_a_base_is_refused", "root's privileges cannot be given up"),
    }
}

/// The state folder on a disk of two megabytes, in mounts of its own, so that nothing has to be unmounted.
const FULL_DISK: &str = r#"
cp -r .tribunal ../kept && mount -t tmpfs -o size=2m none .tribunal && cp -r ../kept/. .tribunal || exit 99
ask() { $TRIBUNAL query overview --no-index --json > "../$1.json" || exit 98; }
try() { name=$1; shift; "$@" > "../$name.out" 2> "../$name.err"; echo $? > "../$name.code"; }
ask before
for number in $(seq 400); do echo "def made_$number(): return 'text $number'" > "made_$number.py"; done
cat /dev/zero > .tribunal/filler 2> ../filler.err
try update $TRIBUNAL index
ask after_update
try rebuild $TRIBUNAL index --rebuild
ask after_rebuild
rm .tribunal/filler
try room $TRIBUNAL index --json
ask after_room
head -c 1100000 /dev/zero > .tribunal/filler
for number in $(seq 401 1500); do echo "def made_$number(): return 'text $number'" > "made_$number.py"; done
try middle $TRIBUNAL index
ask after_middle
"#;

#[test]
fn a_full_disk_is_said_and_leaves_the_base_intact() {
    let place = known();
    if place.shell("unshare --map-root-user --mount mount -t tmpfs -o size=1m none ../home").code != 0 {
        return left_out("a_full_disk_is_said_and_leaves_the_base_intact", "no small disk can be mounted here");
    }
    place.write("full_disk.sh", FULL_DISK);
    place.shell("unshare --map-root-user --mount bash full_disk.sh").ok();
    let read = |name: &str| place.read(&format!("../{name}"));
    let json = |name: &str| serde_json::from_str::<Value>(&read(&format!("{name}.json"))).expect("JSON");
    for name in ["update", "rebuild", "middle"] {
        let (code, error) = (read(&format!("{name}.code")), read(&format!("{name}.err")));
        assert_eq!(code, "2\n", "{name}: {error}");
        assert!(error.starts_with("error: no space left to write "), "{name}: {error}");
        assert!(error.contains("hint: free some space; the old state is intact"), "{name}: {error}");
    }
    assert_eq!((json("after_update"), json("after_rebuild")), (json("before"), json("before")));
    assert_eq!(read("room.code"), "0\n", "{}", read("room.err"));
    assert_eq!(json("after_room")["files"], 403);
    assert_eq!(json("after_middle"), json("after_room"));
}

/// A review on a disk that fills up while its report is written.
const FULL_IN_MID_REPORT: &str = r#"
cp -r .tribunal ../kept && mount -t tmpfs -o size=4m none .tribunal && cp -r ../kept/. .tribunal || exit 99
for number in $(seq 60); do echo "def _made_$number(): return 'text $number'" > "made_$number.py"; done
$TRIBUNAL review . --fail-on never > ../first.out 2> ../first.err || exit 98
$TRIBUNAL report --format json > ../before.json || exit 97
cat /dev/zero > .tribunal/filler 2> ../filler.err
truncate -s -160k .tribunal/filler
$TRIBUNAL review . --fail-on never > ../full.out 2> ../full.err
echo $? > ../full.code
rm .tribunal/filler
$TRIBUNAL report --format json > ../after.json || exit 96
$TRIBUNAL review . --fail-on never > ../again.out 2> ../again.err || exit 95
"#;

#[test]
fn a_disk_that_fills_up_in_mid_report_is_said_and_no_review_is_lost() {
    let place = known();
    if place.shell("unshare --map-root-user --mount mount -t tmpfs -o size=1m none ../home").code != 0 {
        let name = "a_disk_that_fills_up_in_mid_report_is_said_and_no_review_is_lost";
        return left_out(name, "no small disk can be mounted here");
    }
    place.write("full.sh", FULL_IN_MID_REPORT);
    place.shell("unshare --map-root-user --mount bash full.sh").ok();
    let read = |name: &str| place.read(&format!("../{name}"));
    assert_eq!(read("full.code"), "2\n", "{}", read("full.err"));
    let error = read("full.err");
    assert!(error.contains("error: no space left to write ") && error.contains("hint: free some space"), "{error}");
    assert!(read("before.json").contains("_made_7"), "the first review has findings");
    assert_eq!(read("after.json"), read("before.json"));
}
