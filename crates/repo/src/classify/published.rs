//! Scripts that were published by somebody else and copied into a project: by their banner, or by where pages keep them.

use tribunal_domain::RepoPath;

/// Bytes in which a banner ends.
const HEAD: usize = 600;

/// Folders of what a server hands out as it is.
const SERVED: [&[u8]; 6] = [b"assets", b"static", b"webapp", b"wwwroot", b"public", b"resources"];

/// Folders in these that hold what others wrote.
const KEPT: [&[u8]; 4] = [b"plugins", b"plugin", b"lib", b"libs"];

/// Whether a script of the browser is a published library.
pub(super) fn is_published(path: &RepoPath, bytes: &[u8]) -> bool {
    let served = || path.folders().any(|folder| SERVED.contains(&folder));
    path.extension() == b"js"
        && (has_banner(bytes)
            || is_kept(path)
            || served() && is_well_known(path)
            || is_a_library(path, bytes)
            || served() && (is_claimed(bytes) || is_plugin(bytes)))
}

/// Libraries that pages load under their own name.
const KNOWN: [&[u8]; 36] = [
    b"prototype",
    b"scriptaculous",
    b"jquery",
    b"moment",
    b"bootstrap",
    b"d3",
    b"lodash",
    b"underscore",
    b"backbone",
    b"handlebars",
    b"three",
    b"leaflet",
    b"angular",
    b"react",
    b"vue",
    b"ember",
    b"knockout",
    b"popper",
    b"select2",
    b"highlight",
    b"ace",
    b"codemirror",
    b"tinymce",
    b"ckeditor",
    b"raphael",
    b"mootools",
    b"zepto",
    b"modernizr",
    b"fabric",
    b"sortable",
    b"dropzone",
    b"fullcalendar",
    b"socket.io",
    b"swagger-ui",
    b"htmx",
    b"alpine",
];

/// Libraries that nobody names a folder or a long script of his own after.
const UNMISTAKABLE: [&[u8]; 20] = [
    b"echarts",
    b"zrender",
    b"codemirror",
    b"tinymce",
    b"ckeditor",
    b"ckfinder",
    b"ueditor",
    b"kindeditor",
    b"easyui",
    b"ztree",
    b"my97datepicker",
    b"amcharts",
    b"highcharts",
    b"mathjax",
    b"jqgrid",
    b"jquery",
    b"mootools",
    b"raphael",
    b"fancybox",
    b"syntaxhighlighter",
];

/// A library that lies beside the pages of a site, in whatever folder; below `src` its name is one of a part of ours.
fn is_a_library(path: &RepoPath, bytes: &[u8]) -> bool {
    /// Shorter scripts put one to use.
    const LONG: usize = 20_000;
    let ours = [&b"src"[..], b"app", b"lib", b"packages", b"test", b"tests"];
    let name = path.file_name().to_ascii_lowercase();
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let named = |folder: &[u8]| UNMISTAKABLE.iter().any(|it| folder.eq_ignore_ascii_case(it));
    !path.folders().any(|folder| ours.contains(&folder))
        && (path.folders().any(named) || UNMISTAKABLE.contains(&stem) && bytes.len() > LONG)
}

/// `moment-with-locales.js`, `jquery.min.js`, `d3.v7.js`
fn is_well_known(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    // `coreapi-0.1.1.js`
    let version = name.iter().rposition(|&byte| byte == b'-').map(|at| &name[at + 1..]).unwrap_or_default();
    let parts = version.split(|&byte| byte == b'.').count();
    if parts > 2 && version.first().is_some_and(u8::is_ascii_digit) {
        return true;
    }
    KNOWN
        .iter()
        .any(|library| name.strip_prefix(*library).is_some_and(|rest| rest.starts_with(b".") || rest.starts_with(b"-")))
}

/// What comes with a copyright and a licence at its head.
fn is_claimed(bytes: &[u8]) -> bool {
    /// A licence that is told in full is longer than a banner.
    const TOLD: usize = 2_500;
    let head = &bytes[..bytes.len().min(TOLD)];
    let comment = [&b"//"[..], b"/*"].iter().any(|start| head.trim_ascii_start().starts_with(start));
    let said = |word: &[u8]| head.windows(word.len()).any(|at| at.eq_ignore_ascii_case(word));
    comment && said(b"copyright") && said(b"licen")
}

/// What hangs itself on a library that pages load: such pieces are published with it.
fn is_plugin(bytes: &[u8]) -> bool {
    const HANGS: [&[u8]; 6] = [
        b"$.fn.",
        b"jQuery.fn.",
        b"CodeMirror.define",
        b"CodeMirror.registerHelper",
        b"\tTHREE.",
        b"htmx.defineExtension",
    ];
    let hung = |word: &[u8]| {
        let ends = bytes.windows(word.len()).enumerate().filter(|(_, at)| *at == word).map(|(at, _)| at + word.len());
        ends.into_iter().any(|end| {
            let line = bytes[end..].split(|&byte| byte == b'\n').next().unwrap_or_default();
            let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            word.starts_with(b"CodeMirror")
                || word.starts_with(b"htmx")
                || line[name..].starts_with(b" = ")
                || line[name..].starts_with(b"=")
        })
    };
    HANGS.iter().any(|word| hung(word))
}

/// A comment that is kept when scripts are made small, with the licence and where it comes from; or any with a licence
/// and a version.
fn has_banner(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let start = head.trim_ascii_start();
    let Some(rest) = start.strip_prefix(b"/*") else { return false };
    let banner = &rest[..rest.windows(2).position(|at| at == b"*/").unwrap_or(rest.len())];
    let said = |word: &[u8]| banner.windows(word.len()).any(|at| at.eq_ignore_ascii_case(word));
    let loud = start.starts_with(b"/*!") && said(b"http");
    said(b"licen") && (loud || names_version(banner))
}

/// `v1.1.3`, `4.8`: digits on both sides of a dot.
fn names_version(banner: &[u8]) -> bool {
    // The number of a licence is none of the code.
    let text = String::from_utf8_lossy(banner).to_ascii_lowercase();
    let lines = text.lines().filter(|line| !line.contains("licen") && !line.contains("http"));
    let is_version = |word: &str| {
        let mut parts = word.trim_start_matches('v').split('.');
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.clone().count() > 1 && parts.all(digits)
    };
    // `@license Menu v1.0.2 | MIT | https://…` says all of it on one line.
    let tagged = text.lines().filter(|line| line.contains("@license")).flat_map(str::split_whitespace);
    let mut marked = tagged.filter(|word| word.starts_with('v') && word.matches('.').count() == 2);
    lines.flat_map(|line| line.split([' ', ',', '(', ')'])).any(is_version) || marked.any(is_version)
}

/// `webapp/assets/js/plugins/…`
fn is_kept(path: &RepoPath) -> bool {
    // Below `src`, what is public is so for other packages.
    let own = path.folders().take_while(|folder| *folder != b"public").any(|folder| folder == b"src");
    let mut folders = path.folders().skip_while(|folder| !SERVED.contains(folder) || own && *folder == b"public");
    folders.any(|folder| KEPT.contains(&folder))
}

#[cfg(test)]
mod tests {
    use crate::classify;
    use tribunal_domain::RepoPath;

    #[track_caller]
    fn check(path: &str, text: &str, vendored: bool) {
        let path = RepoPath::new(path).expect("valid path");
        assert_eq!(classify(&path, text.as_bytes()).vendored, vendored, "{path}: {text}");
    }

    #[test]
    fn published_scripts_are_vendored() {
        check("js/menu.js", "/*\n * menu - v1.1.3\n * Under MIT License\n */\n;(function () {})()\n", true);
        check("js/menu.js", "/*! menu, MIT license, https://menu.example */\n", true);
        check("js/menu.js", "/* Licensed under the Apache License, Version 2.0 */\n", false);
        check("js/menu.js", "/* our menu, since 1.2 */\nlet a = 1;\n", false);
        check("web/static/js/plugins/menu/menu.js", "let a = 1;\n", true);
        check("src/plugins/menu.js", "let a = 1;\n", false);
        check("src/public/lib/menu.js", "let a = 1;\n", false);
        check("app/static/moment/moment-with-locales.js", "let a = 1;\n", true);
        check("app/static/js/moments.js", "let a = 1;\n", false);
        check("src/moment.js", "let a = 1;\n", false);
        check("src/static/rest/js/coreapi-0.1.1.js", "let a = 1;\n", true);
        check("src/static/rest/js/step-2.js", "let a = 1;\n", false);
        check("service/src/main/resources/libs/env.rhino.js", "let a = 1;\n", true);
        check("web/static/js/edit.js", "// Edit, copyright (c) by A. B. and others\n// Under an MIT license\n", true);
        check("src/edit.js", "// Edit, copyright (c) by A. B. and others\n// Under an MIT license\n", false);
        check("web/js/echarts/chart/k.js", "define('echarts/chart/k', []);\n", true);
        check("src/components/echarts/chart.js", "export const chart = 1;\n", false);
        check("web/js/codemirror.js", "var a = 1;\n", false);
        check("web/js/codemirror.js", &"var a = 1;\n".repeat(2_000), true);
        check("static/js/grow.js", "(function ($) {\n  $.fn.grow = function () {};\n})(jQuery);\n", true);
        check("static/js/app.js", "$.fn.grow(1);\n", false);
        check("src/menu.ts", "/* menu v1.0 license */\n", false);
        check("js/menu.polyfill.js", "/**\n * @license Menu v0.3.5 | MIT | https://menu.example\n */\n", true);
        check("js/own.js", "/**\n * @license Copyright 2020 A. B., https://a.example/license-2.0\n */\n", false);
    }
}
