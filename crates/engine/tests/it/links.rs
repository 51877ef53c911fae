//! Where imports lead in languages that are read by queries: the files that depend on each other in a small repository.

use crate::bench_repo::BenchRepo;

#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let repo = BenchRepo::new();
    files.iter().for_each(|(path, text)| repo.write(path, text));
    repo.index(1);
    let dump = repo.dump();
    let rows = dump.lines().filter_map(|line| line.strip_prefix("dependency\t"));
    let found: Vec<String> = rows.map(|row| row.split('\t').take(2).collect::<Vec<_>>().join(" -> ")).collect();
    assert_eq!(found, expected);
}

#[test]
fn lua_finds_modules_below_the_usual_folders() {
    let files = [
        ("lua/shop/init.lua", "require 'shop.basket'\nrequire 'util'\nrequire 'socket.http'\n"),
        ("lua/shop/basket.lua", "require 'shop'\n"),
        ("lua/util.lua", ""),
        ("spec/shop_spec.lua", "local shop = require('shop')\nlocal ok, x = pcall(require, 'helpers')\n"),
        ("spec/helpers.lua", "dofile('spec/data.lua')\nloadfile 'data.lua'\ndofile(name)\n"),
        ("spec/data.lua", ""),
    ];
    let expected = [
        "lua/shop/basket.lua -> lua/shop/init.lua",
        "lua/shop/init.lua -> lua/shop/basket.lua",
        "lua/shop/init.lua -> lua/util.lua",
        "spec/helpers.lua -> spec/data.lua",
        "spec/shop_spec.lua -> lua/shop/init.lua",
        "spec/shop_spec.lua -> spec/helpers.lua",
    ];
    check(&files, &expected);
}

#[test]
fn lua_takes_the_nearest_of_two_modules_with_one_name() {
    let files = [
        ("src/util.lua", ""),
        ("tools/main.lua", "require 'util'\n"),
        ("tools/src/util.lua", ""),
        ("other.lua", "require 'util'\n"),
    ];
    check(&files, &["other.lua -> src/util.lua", "tools/main.lua -> tools/src/util.lua"]);
}
