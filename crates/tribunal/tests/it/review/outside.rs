//! Scripts that are used from outside the code that is read: components, pages, settings of tools.

use super::{json, places};
use crate::support::Place;

#[test]
fn what_components_and_settings_use_is_used_and_the_rest_is_not() {
    let place = Place::repository().with(&[
        ("package.json", "{ \"private\": true, \"main\": \"src/main.ts\" }\n"),
        ("src/main.ts", "import App from './App.svelte';\n\nnew App();\n"),
        (
            "src/App.svelte",
            "<script>\n  import { range, type Range } from '../lib/range';\n  import start from '@/start';\n  \
             start(range);\n</script>\n",
        ),
        ("lib/range.ts", "export type Range = number[];\nexport const range = [1];\nexport const spare = 2;\n"),
        ("src/start.ts", "export default function begin(of: number[]) { return of; }\n"),
        ("jobs/nightly.ts", "export const nightly = () => 1;\n"),
        ("jobs/weekly.ts", "export const weekly = () => 1;\n"),
        ("serverless.yml", "functions:\n  nightly:\n    handler: jobs/nightly.nightly\n"),
    ]);
    place.commit("components");
    let found = places(&json(&place, &["--axes", "utility"]));
    assert_eq!(found, ["jobs/weekly.ts:1 dead-file", "lib/range.ts:3 dead-export"]);
}
