//! Words with a known meaning in paths and addresses. Every table is sorted, and a test holds it to that.

/// Whether a sorted table has the word.
pub(super) fn has(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

/// Whether files end with this, in lower or upper case.
pub(super) fn is_extension(extension: &str) -> bool {
    const LONGEST: usize = 10;
    extension.len() <= LONGEST && has(EXTENSIONS, &extension.to_ascii_lowercase())
}

/// Extensions that say "file" without any folder before the name.
pub(super) const EXTENSIONS: &[&str] = &[
    "adoc", "asm", "astro", "bash", "bat", "bmp", "bzl", "c", "cc", "cfg", "cjs", "clj", "cljc", "cljs", "cmake",
    "cpp", "cs", "cshtml", "csproj", "css", "csv", "cts", "cxx", "dart", "dll", "dylib", "ejs", "erb", "erl", "ex",
    "exe", "exs", "fish", "fs", "fsproj", "fsx", "gemspec", "gif", "go", "gql", "gradle", "graphql", "groovy", "gz",
    "h", "haml", "hbs", "hcl", "hh", "hpp", "hrl", "hs", "htm", "html", "hxx", "ico", "inc", "ini", "inl", "ipp",
    "ipynb", "j2", "jar", "java", "jinja", "jinja2", "jl", "jpeg", "jpg", "js", "json", "json5", "jsonc", "jsonl",
    "jsx", "kt", "kts", "less", "lua", "md", "mdx", "mjs", "mk", "ml", "mli", "mm", "mts", "mustache", "nim", "nix",
    "pdf", "phar", "php", "phtml", "pl", "pm", "png", "po", "pot", "proto", "ps1", "psm1", "pug", "pxd", "py", "pyc",
    "pyi", "pyw", "pyx", "rake", "razor", "rb", "rs", "rst", "sass", "scala", "scm", "scss", "sh", "slim", "sln",
    "snap", "sol", "sql", "styl", "svelte", "svg", "swift", "tar", "tera", "tex", "tf", "tfvars", "thrift", "tmpl",
    "toml", "tpl", "ts", "tsv", "tsx", "ttf", "txt", "vb", "vcxproj", "vue", "war", "wasm", "webp", "whl", "woff",
    "woff2", "xhtml", "xml", "xsd", "xsl", "yaml", "yml", "zig", "zip", "zsh",
];

/// Extensions that are more often a member or a word: `console.log`, `process.env`. They need a folder or a dash.
pub(super) const MEMBER_EXTENSIONS: &[&str] = &[
    "bak",
    "bin",
    "class",
    "conf",
    "config",
    "crt",
    "d",
    "dat",
    "data",
    "db",
    "diff",
    "env",
    "example",
    "in",
    "key",
    "local",
    "lock",
    "log",
    "m",
    "map",
    "mod",
    "o",
    "out",
    "patch",
    "pem",
    "pid",
    "plist",
    "properties",
    "props",
    "r",
    "s",
    "so",
    "sock",
    "sqlite3",
    "sum",
    "template",
    "test",
    "text",
    "tmp",
    "v",
    "work",
    "xib",
];

/// Extensions that are members as often as files, where the place is code and nothing quotes the name.
pub(super) const OFTEN_MEMBERS: &[&str] = &[
    "c", "css", "csv", "ex", "fs", "gif", "h", "html", "inc", "ini", "js", "json", "less", "md", "ml", "pl", "png",
    "sh", "snap", "sql", "svg", "tar", "ts", "txt", "xml", "zip",
];

/// Names that only files have.
pub(super) const FILE_NAMES: &[&str] = &[
    ".babelrc",
    ".clang-format",
    ".coveragerc",
    ".dockerignore",
    ".editorconfig",
    ".env",
    ".eslintignore",
    ".eslintrc",
    ".flake8",
    ".gitattributes",
    ".gitignore",
    ".gitmodules",
    ".npmrc",
    ".nvmrc",
    ".prettierrc",
    ".pylintrc",
    "Brewfile",
    "CODEOWNERS",
    "Cargo.lock",
    "Containerfile",
    "Dockerfile",
    "Earthfile",
    "GNUmakefile",
    "Gemfile",
    "Gemfile.lock",
    "Jenkinsfile",
    "Justfile",
    "MANIFEST.in",
    "Makefile",
    "Pipfile",
    "Pipfile.lock",
    "Podfile",
    "Procfile",
    "Rakefile",
    "SConstruct",
    "Vagrantfile",
    "composer.lock",
    "go.mod",
    "go.sum",
    "go.work",
    "makefile",
    "poetry.lock",
    "uv.lock",
    "wscript",
    "yarn.lock",
];

/// Folders that repositories begin their paths with.
pub(super) const FOLDERS: &[&str] = &[
    ".circleci",
    ".github",
    ".gitlab",
    ".vscode",
    "api",
    "app",
    "apps",
    "assets",
    "bench",
    "benches",
    "benchmarks",
    "bin",
    "build",
    "ci",
    "cmd",
    "components",
    "config",
    "contrib",
    "core",
    "crates",
    "db",
    "doc",
    "docs",
    "e2e",
    "examples",
    "extensions",
    "fixtures",
    "functions",
    "include",
    "internal",
    "lib",
    "libs",
    "migrations",
    "models",
    "modules",
    "packages",
    "pages",
    "pkg",
    "plugins",
    "resources",
    "routes",
    "scripts",
    "services",
    "spec",
    "specs",
    "src",
    "templates",
    "test",
    "tests",
    "third_party",
    "tools",
    "types",
    "ui",
    "utils",
    "vendor",
    "views",
    "web",
    "xtask",
];

/// Products with the extension of a file.
pub(super) const LIBRARIES: &[&str] = &[
    "alpine",
    "angular",
    "backbone",
    "chart",
    "d3",
    "day",
    "discord",
    "ember",
    "express",
    "highlight",
    "knockout",
    "leaflet",
    "moment",
    "nest",
    "next",
    "node",
    "nuxt",
    "p5",
    "pdf",
    "polymer",
    "react",
    "require",
    "solid",
    "three",
    "vue",
];

/// Hosts whose ending is no top-level domain here, since it is a common name in code.
pub(super) const HOSTS: &[&str] = &[
    "crates.io",
    "docs.rs",
    "github.io",
    "go.dev",
    "pkg.go.dev",
    "readthedocs.io",
    "socket.io",
    "web.dev",
    "youtu.be",
];

/// Hosts whose paths begin with an owner and a repository.
pub(super) const CODE_HOSTS: &[&str] =
    &["bitbucket.org", "codeberg.org", "github.com", "gitlab.com", "raw.githubusercontent.com"];

/// Top-level domains that are hosts in code, too.
pub(super) const GENERIC_DOMAINS: &[&str] = &["com", "edu", "gov", "net", "org"];

/// Top-level domains of prose that are no usual names in code; `io`, `dev`, `info` and `app` are.
pub(super) const TOP_DOMAINS: &[&str] =
    &["ai", "at", "be", "biz", "ch", "cn", "co", "de", "es", "eu", "fr", "jp", "ly", "nl", "ru", "se", "uk", "xyz"];

/// Tags that only format.
pub(super) const HTML_TAGS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "img",
    "kbd",
    "li",
    "ol",
    "p",
    "pre",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "video",
];

#[cfg(test)]
pub(super) const TABLES: &[&[&str]] = &[
    EXTENSIONS,
    MEMBER_EXTENSIONS,
    OFTEN_MEMBERS,
    FILE_NAMES,
    FOLDERS,
    LIBRARIES,
    HOSTS,
    CODE_HOSTS,
    GENERIC_DOMAINS,
    TOP_DOMAINS,
    HTML_TAGS,
];
