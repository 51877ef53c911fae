//! The queue of incidents: nothing in it is lost or doubled, whenever its process is killed.

use crate::made::Place;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tribunal_store::{Fate, Incident, Lesson, Lessons, Purge, StateDir, StoreError};

const NOW: i64 = 1_000_000;

fn incident(id: &str) -> Incident {
    Incident {
        id: id.into(),
        stage: "polish".into(),
        reason: "error".into(),
        material: format!("what happened to {id}"),
        attempts: 0,
        tries: 0,
        due: NOW,
        error: None,
    }
}

fn lesson(id: &str) -> Lesson {
    Lesson {
        id: id.into(),
        stage: "polish".into(),
        situation: "when".into(),
        mistake: "wrong".into(),
        correction: "right".into(),
        tags: vec!["a".into(), "b".into()],
        learned: NOW,
    }
}

fn open(place: &Place) -> Lessons {
    Lessons::open(&place.state).unwrap().lessons
}

#[test]
fn an_incident_waits_until_it_is_learned_and_is_kept_once() {
    let place = Place::new();
    assert!(open(&place).report(&incident("one")).unwrap());
    let lessons = open(&place);
    assert!(!lessons.report(&incident("one")).unwrap(), "it waits already");
    assert_eq!(lessons.due(NOW - 1).unwrap(), None);
    let due = lessons.due(NOW).unwrap().unwrap();
    assert_eq!(due, incident("one"));
    lessons.learned(&lesson("one")).unwrap();
    lessons.learned(&lesson("one")).unwrap();
    assert_eq!((lessons.due(NOW).unwrap(), lessons.list(None).unwrap()), (None, vec![lesson("one")]));
    assert!(!lessons.report(&incident("one")).unwrap(), "it is learned already");
    assert_eq!(lessons.list(Some("plan")).unwrap(), []);
}

#[test]
fn retries_wait_longer_each_time_and_end_as_a_dead_letter() {
    let place = Place::new();
    let lessons = open(&place);
    lessons.report(&incident("one")).unwrap();
    let mut waits = Vec::new();
    let mut now = NOW;
    loop {
        let due = lessons.due(now).unwrap().expect("it is due");
        match lessons.failed(&due, "no answer", now).unwrap() {
            Fate::Waits(next) => {
                assert_eq!(lessons.due(next - 1).unwrap(), None, "not before its time");
                waits.push(next - now);
                now = next;
            }
            Fate::Dead => break,
        }
    }
    assert_eq!(waits, [30, 60, 120, 240]);
    let dead = lessons.dead().unwrap();
    assert_eq!((dead[0].attempts, dead[0].error.as_deref()), (5, Some("no answer")));
    assert_eq!(lessons.due(i64::MAX).unwrap(), None, "nobody tries it again by itself");
    assert_eq!(lessons.retry(Some("one"), NOW).unwrap(), 1);
    let back = lessons.due(NOW).unwrap().unwrap();
    assert_eq!((back.attempts, back.tries), (0, 5), "it begins anew and knows what it has behind it");
}

#[test]
fn what_is_purged_is_gone_and_nothing_else() {
    let place = Place::new();
    let lessons = open(&place);
    for id in ["waits", "dead", "learned"] {
        lessons.report(&incident(id)).unwrap();
    }
    lessons.learned(&lesson("learned")).unwrap();
    lessons.failed(&Incident { attempts: 4, ..incident("dead") }, "x", NOW).unwrap();
    assert_eq!(lessons.purge(Purge::Failed, Some("plan")).unwrap(), 0);
    assert_eq!(lessons.purge(Purge::Failed, None).unwrap(), 1);
    assert_eq!((lessons.waiting().unwrap().len(), lessons.list(None).unwrap().len()), (1, 1));
    assert_eq!(lessons.purge(Purge::Lessons, Some("polish")).unwrap(), 1);
    assert_eq!(lessons.purge(Purge::All, None).unwrap(), 1);
    assert!(lessons.report(&incident("learned")).unwrap(), "what was forgotten may be learned again");
}

#[test]
fn one_process_works_on_the_queue_at_a_time() {
    let place = Place::new();
    let lock = Lessons::try_lock(&place.state).unwrap();
    assert!(lock.is_some() && Lessons::try_lock(&place.state).unwrap().is_none());
    drop(lock);
    assert!(Lessons::try_lock(&place.state).unwrap().is_some());
}

#[test]
fn a_damaged_queue_is_put_aside_and_a_newer_one_is_left_alone() {
    let place = Place::new();
    open(&place).report(&incident("one")).unwrap();
    let path = place.state.root().join("lessons.sqlite");
    fs::write(&path, b"garbage garbage garbage garbage").unwrap();
    let opened = Lessons::open(&place.state).unwrap();
    assert_eq!(opened.quarantined.unwrap().name, "lessons.sqlite.damaged-1");
    assert!(opened.lessons.report(&incident("one")).unwrap());
    drop(opened.lessons);
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.execute_batch("PRAGMA user_version = 9").unwrap();
    drop(newer);
    assert!(matches!(Lessons::open(&place.state), Err(StoreError::Schema { found: 9, .. })));
}

/// How many incidents each round reports.
const BATCH: usize = 12;

/// Where the worker of the test below finds its folder and its batch.
const FOLDER: &str = "TRIBUNAL_TEST_QUEUE";

/// Reports a batch of incidents and works on the queue, telling each step once it is done; killed somewhere in between.
#[test]
#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "it is the process that the next test kills")]
fn a_worker_that_may_be_killed() {
    let Ok(task) = std::env::var(FOLDER) else { return };
    let (folder, batch) = task.rsplit_once(':').unwrap();
    let state = StateDir::create(Path::new(folder)).unwrap();
    let lessons = Lessons::open(&state).unwrap().lessons;
    for number in 0..BATCH {
        let id = format!("{batch}-{number}");
        lessons.report(&incident(&id)).unwrap();
        println!("\nreported {id}");
        if number % 2 == 1 {
            let due = lessons.due(NOW).unwrap().unwrap();
            lessons.learned(&lesson(&due.id)).unwrap();
            println!("\nlearned {}", due.id);
        }
    }
    println!("\nfinished");
}

/// Kills the process at so many points: in the middle of a batch, wherever it is by then.
const KILLS: usize = 200;

#[test]
fn a_process_that_is_killed_loses_and_doubles_nothing() {
    let place = Place::new();
    let (mut reported, mut learned) = (BTreeSet::new(), Vec::new());
    for kill in 0..KILLS {
        let mut worker = start(place.root(), kill);
        let lines = BufReader::new(worker.stdout.take().unwrap()).lines();
        // A step of the batch for each kill, and then some moments more: often in the middle of a write.
        let mut left = 1 + kill % (BATCH + BATCH / 2);
        for line in lines.map_while(Result::ok) {
            if let Some(id) = line.strip_prefix("reported ") {
                reported.insert(id.to_owned());
            } else if let Some(id) = line.strip_prefix("learned ") {
                learned.push(id.to_owned());
            } else {
                continue;
            }
            left -= 1;
            if left == 0 {
                std::thread::sleep(std::time::Duration::from_micros((kill as u64 * 37) % 1_500));
                worker.kill().unwrap();
            }
            left = left.max(1);
        }
        worker.wait().unwrap();
        let lessons = open(&place);
        let kept: Vec<String> = lessons.list(None).unwrap().into_iter().map(|lesson| lesson.id).collect();
        let waiting: Vec<String> = lessons.waiting().unwrap().into_iter().map(|incident| incident.id).collect();
        let all: BTreeSet<&String> = kept.iter().chain(&waiting).collect();
        assert_eq!(all.len(), kept.len() + waiting.len(), "an incident is doubled after kill {kill}");
        assert!(reported.iter().all(|id| all.contains(id)), "an incident is lost after kill {kill}");
        assert!(learned.iter().all(|id| kept.contains(id)), "a lesson is lost after kill {kill}");
    }
    assert!(learned.len() > KILLS, "the worker gets something done: {}", learned.len());
}

#[expect(clippy::disallowed_methods, reason = "only another process can be killed")]
fn start(folder: &Path, batch: usize) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "lessons::a_worker_that_may_be_killed", "--nocapture"]);
    command.env(FOLDER, format!("{}:{batch}", folder.display())).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}
