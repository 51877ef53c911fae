//! A hook of `polish` that is off costs nothing: this binary counts what is allocated, which needs code that the crates
//! themselves may not have.

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use tribunal_engine::config::Config;
use tribunal_engine::polish::{Hook, Switch, Writing};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The only test of this binary: another thread's allocations would be counted, too.
#[test]
fn a_hook_that_is_off_allocates_nothing_and_gives_the_text_back() {
    let config = Config::default();
    let text = "what a stage wrote ".repeat(100);
    let before = ALLOCATIONS.load(Ordering::SeqCst);
    for writing in [Writing::Plan, Writing::Summary, Writing::Documentation, Writing::Answer] {
        for switch in [Switch::Off, Switch::Auto] {
            assert!(!Hook::is_wanted(switch, &config.polish, writing));
            let (given, done) = Hook::off().apply(writing, "the task", Cow::Borrowed(&text));
            assert!(done.is_none() && matches!(given, Cow::Borrowed(same) if std::ptr::eq(same, text.as_str())));
        }
    }
    let allocated = ALLOCATIONS.load(Ordering::SeqCst) - before;
    assert_eq!(allocated, 0, "off means zero allocations");
    assert!(ALLOCATIONS.load(Ordering::SeqCst) > 0, "the counter counts");
    assert!(Hook::is_wanted(Switch::On, &config.polish, Writing::Plan));
}
