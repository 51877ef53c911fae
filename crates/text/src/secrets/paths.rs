//! Files that are secret by their name, whatever they contain.

/// Whole names, in lower case.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    ".env", ".envrc", ".netrc", "_netrc", ".pypirc", ".git-credentials", ".pgpass", ".my.cnf", ".mylogin.cnf",
    ".htpasswd", ".dockercfg", ".s3cfg", ".boto", ".vault-token", ".terraformrc", "terraform.rc", "credentials",
    "credentials.json", "credentials.csv", "credentials.tfrc.json", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519",
    "id_ecdsa_sk", "id_ed25519_sk", "kubeconfig", "secring.gpg", "wallet.dat", "secrets.yml", "secrets.yaml",
    "secrets.json", "secrets.toml", "secrets.env", "secrets.tfvars",
];

/// Endings, in lower case.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    ".pem", ".key", ".p12", ".pfx", ".pkcs12", ".jks", ".keystore", ".kdb", ".kdbx", ".ppk", ".ovpn", ".agekey",
    ".tfstate", ".tfstate.backup", ".env", ".keychain", ".mobileprovision",
];

/// The last folder with the name, in lower case.
#[rustfmt::skip]
const PLACES: &[&str] = &[
    ".docker/config.json", ".kube/config", ".aws/config", ".ssh/config", ".gnupg/private-keys-v1.d",
];

/// Names that begin like this and end with `.json` hold the key of a service account.
#[rustfmt::skip]
const JSON_KEYS: &[&str] = &[
    "service-account", "service_account", "serviceaccount", "client_secret", "gcp-key", "gcloud-key",
];

/// Parts of a name that say it is a pattern to copy, not a file in use.
const TEMPLATES: &[&str] = &["example", "sample", "template", "dist", "defaults", "tmpl", "tpl", "schema"];

/// Whether the file at the path, as git gives it, is secret as a whole.
pub fn is_secret_path(path: &[u8]) -> bool {
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending.as_bytes()));
    if name.split(|byte| b".-_".contains(byte)).any(|part| TEMPLATES.iter().any(|word| word.as_bytes() == part)) {
        return false;
    }
    NAMES.iter().any(|secret| secret.as_bytes() == name)
        || ends(ENDINGS)
        || [".env.", ".env-", ".env_"].iter().any(|start| name.starts_with(start.as_bytes()))
        || PLACES.iter().any(|place| lower.ends_with(place.as_bytes()))
        || is_json_key(name)
}

fn is_json_key(name: &[u8]) -> bool {
    let holds = |word: &str| name.windows(word.len()).any(|window| window == word.as_bytes());
    name.ends_with(b".json") && (JSON_KEYS.iter().any(|word| holds(word)) || name.ends_with(b"-credentials.json"))
}
