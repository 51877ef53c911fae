//! A front that speaks TLS before a server that does not, with a certificate of its own making that no system knows.

use crate::server::FaultServer;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// A running front; it goes on until the process ends.
pub struct TlsFront {
    address: SocketAddr,
    certificate: String,
}

type Secured = StreamOwned<ServerConnection, TcpStream>;

impl TlsFront {
    /// Puts TLS before the server; the certificate is for the names given.
    pub fn before(server: &FaultServer, names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).expect("names of hosts");
        let key = PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the provider knows current versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("the key belongs to the certificate");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let (config, behind) = (Arc::new(config), server.address());
        thread::spawn(move || accept(&listener, &config, behind));
        Self { address, certificate: cert.pem() }
    }

    /// `https://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("https://{}", self.address)
    }

    /// The certificate, for who shall trust it.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }
}

fn accept(listener: &TcpListener, config: &Arc<ServerConfig>, behind: SocketAddr) {
    for stream in listener.incoming().flatten() {
        let config = Arc::clone(config);
        // A client that does not trust the certificate goes away; that is what the front is for.
        thread::spawn(move || drop(forward(stream, config, behind)));
    }
}

/// One request in, one answer out.
fn forward(stream: TcpStream, config: Arc<ServerConfig>, behind: SocketAddr) -> io::Result<()> {
    let connection = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut client: Secured = StreamOwned::new(connection, stream);
    let mut server = TcpStream::connect(behind)?;
    server.write_all(&request(&mut client)?)?;
    io::copy(&mut server, &mut client)?;
    client.conn.send_close_notify();
    client.flush()
}

/// The bytes of one request.
fn request(client: &mut Secured) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4 << 10];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = head.split("content-length:").nth(1).and_then(|rest| rest.lines().next());
            let length: usize = length.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
            if bytes.len() >= end + 4 + length {
                return Ok(bytes);
            }
        }
        match client.read(&mut piece)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => bytes.extend_from_slice(&piece[..count]),
        }
    }
}
