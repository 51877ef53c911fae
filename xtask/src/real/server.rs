//! The model's server as a child process.

use super::secrecy::{KEY, VARIABLE};
use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Loading the weights takes about a second; a busy machine may need much longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server; it ends with this.
pub struct Server {
    child: Child,
    port: u16,
}

/// Starts it and waits until it answers.
pub fn start(folder: &Path, model: &Path) -> Result<Server> {
    let script = folder.join("server.py");
    std::fs::write(&script, include_str!("server.py"))?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let log = std::fs::File::create(folder.join("server.log"))?;
    let child = Command::new(folder.join("python/bin/python"))
        .arg(&script)
        .arg(model)
        .arg(port.to_string())
        .env(VARIABLE, KEY)
        .stdin(Stdio::piped())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .context("the server cannot be started")?;
    let mut server = Server { child, port };
    let started = Instant::now();
    while !server.is_healthy() {
        if let Some(status) = server.child.try_wait()? {
            bail!("the server ended with {status}; see {}", folder.join("server.log").display());
        }
        anyhow::ensure!(started.elapsed() < PATIENCE, "the server does not answer");
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(server)
}

impl Server {
    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Ends it at once, as a crash would.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    fn is_healthy(&self) -> bool {
        let asked = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut connection| {
            connection.set_read_timeout(Some(Duration::from_secs(2)))?;
            connection.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
            let mut answer = [0; 12];
            connection.read_exact(&mut answer)?;
            Ok(answer)
        });
        asked.is_ok_and(|answer| answer.ends_with(b"200"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
