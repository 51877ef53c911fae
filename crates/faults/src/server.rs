//! The server: one thread per connection, one script per request, everything that came in kept.

use crate::script::{Script, Step};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The most bytes of a request's head; tests send far less.
const MOST_HEAD: usize = 64 << 10;

/// How often a waiting thread looks whether the server stops.
const LOOK: Duration = Duration::from_millis(5);

/// One request as it came in.
#[derive(Debug, Clone)]
pub struct Received {
    /// The method of the request line.
    pub method: String,
    /// The path of the request line.
    pub path: String,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Received {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Chooses the script of a request by what came in and how many came before.
type Choice = dyn Fn(&Received, usize) -> Script + Send + Sync;

/// A running server; it stops when dropped.
pub struct FaultServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    choice: Box<Choice>,
    received: Mutex<Vec<Received>>,
    connections: AtomicUsize,
    stopping: AtomicBool,
}

impl FaultServer {
    /// The nth request gets the nth script; the last one repeats.
    pub fn start(scripts: Vec<Script>) -> Self {
        let last = scripts.len().saturating_sub(1);
        Self::answering(move |_, number| scripts[number.min(last)].clone())
    }

    /// Each request gets what `choice` says of it and of its number, from 0.
    pub fn answering(choice: impl Fn(&Received, usize) -> Script + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let shared = Arc::new(Shared {
            choice: Box::new(choice),
            received: Mutex::default(),
            connections: AtomicUsize::new(0),
            stopping: AtomicBool::new(false),
        });
        let for_thread = Arc::clone(&shared);
        let accepting = thread::spawn(move || accept(&listener, &for_thread));
        Self { address, shared, accepting: Some(accepting) }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What came in so far.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many requests came in so far.
    pub fn requests(&self) -> usize {
        self.shared.received.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// How many connections were made so far.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Drop for FaultServer {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // Wakes the thread that waits in `accept`.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.accepting.take() {
            let _ = thread.join();
        }
    }
}

/// A port on loopback where nobody listens.
pub fn closed_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
    listener.local_addr().expect("a bound listener has an address").port()
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.stopping.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        shared.connections.fetch_add(1, Ordering::SeqCst);
        let shared = Arc::clone(shared);
        // A client that goes away ends its connection; that is its right.
        thread::spawn(move || drop(serve(stream, &shared)));
    }
}

fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    loop {
        let Some((request, last_byte)) = read_request(&mut stream)? else { return Ok(()) };
        let script = {
            let mut received = shared.received.lock().unwrap_or_else(PoisonError::into_inner);
            let script = (shared.choice)(&request, received.len());
            received.push(request);
            script
        };
        // A reset is what the system sends for a connection that is closed with bytes unread; so one byte stays.
        if last_byte && !script.steps.contains(&Step::Reset) {
            stream.read_exact(&mut [0])?;
        }
        for step in &script.steps {
            run(step, &mut stream, shared)?;
        }
        if !script.keep_alive || script.steps.contains(&Step::Reset) {
            return Ok(());
        }
    }
}

fn run(step: &Step, stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    match step {
        Step::Send(bytes) => stream.write_all(bytes),
        Step::Repeat(bytes, times) => (0..*times).try_for_each(|_| stream.write_all(bytes)),
        Step::Wait(time) => {
            thread::sleep(*time);
            Ok(())
        }
        Step::Hang => {
            while !shared.stopping.load(Ordering::SeqCst) {
                thread::sleep(LOOK);
            }
            Ok(())
        }
        Step::Reset => {
            // What was sent before shall arrive before the reset does.
            thread::sleep(LOOK);
            Ok(())
        }
    }
}

/// Reads a request but for the last byte of its body, and says whether there is one.
fn read_request(stream: &mut TcpStream) -> io::Result<Option<(Received, bool)>> {
    let Some(head) = read_head(stream)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&head);
    let mut lines = text.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let mut word = || words.next().unwrap_or_default().to_owned();
    let (method, path) = (word(), word());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut request = Received { method, path, headers, body: Vec::new() };
    let length: usize = request.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    if length > 0 {
        request.body = vec![0; length - 1];
        stream.read_exact(&mut request.body)?;
        let mut last = [0];
        stream.peek(&mut last)?;
        request.body.push(last[0]);
    }
    Ok(Some((request, length > 0)))
}

fn read_head(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let mut seen = vec![0; MOST_HEAD];
    loop {
        let count = stream.peek(&mut seen)?;
        if let Some(end) = seen[..count].windows(4).position(|four| four == b"\r\n\r\n") {
            let mut head = vec![0; end + 4];
            stream.read_exact(&mut head)?;
            return Ok(Some(head));
        }
        if count == 0 || count == MOST_HEAD {
            return Ok(None);
        }
        if !seen[0].is_ascii_uppercase() {
            return refuse_tls(stream, count);
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// A client that speaks TLS gets what a plain server says to it.
fn refuse_tls(stream: &mut TcpStream, count: usize) -> io::Result<Option<Vec<u8>>> {
    stream.read_exact(&mut vec![0; count])?;
    stream.write_all(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")?;
    Ok(None)
}
