//! Files that a framework or a platform finds by their place: nothing in the code imports them.

use crate::manifest::Manifests;

/// One framework, and where it looks.
struct Framework {
    name: &'static str,
    /// Packages that tell it is used; none if its places tell by themselves.
    packages: &'static [&'static str],
    /// Names of files without their last ending, at the top of a package or of its folder of sources.
    files: &'static [&'static str],
    /// Folders, at the same places.
    folders: &'static [&'static str],
    /// Names of files without their ending, anywhere below a folder `app` at the same places.
    in_app: &'static [&'static str],
}

/// Where sources begin in a package.
const TOPS: &[&str] = &["", "src/", "app/"];

/// What Next.js looks for in every folder of an app.
const NEXT: &[&str] = &[
    "page",
    "layout",
    "route",
    "template",
    "default",
    "loading",
    "error",
    "global-error",
    "not-found",
    "forbidden",
    "unauthorized",
    "sitemap",
    "robots",
    "manifest",
    "icon",
    "apple-icon",
    "opengraph-image",
    "twitter-image",
];

const FRAMEWORKS: &[Framework] = &[
    Framework {
        name: "Next.js",
        packages: &["next"],
        files: &["middleware", "proxy", "instrumentation", "instrumentation-client", "mdx-components"],
        folders: &[],
        in_app: NEXT,
    },
    Framework {
        name: "Nuxt",
        packages: &["nuxt", "nuxt3", "nuxt-edge", "nuxi"],
        files: &["app.config", "error", "router.options"],
        folders: &[
            "composables",
            "utils",
            "plugins",
            "middleware",
            "layouts",
            "server",
            "modules",
            "store",
            "stores",
            "components",
            "layers",
            "shared",
        ],
        in_app: &[],
    },
    Framework {
        name: "Nitro",
        packages: &["nitropack", "nitro", "h3"],
        files: &[],
        folders: &["server", "api", "plugins", "middleware", "tasks"],
        in_app: &[],
    },
    Framework {
        name: "SvelteKit",
        packages: &["@sveltejs/kit"],
        files: &["hooks", "hooks.server", "hooks.client", "service-worker", "instrumentation.server"],
        folders: &["params"],
        in_app: &[],
    },
    Framework {
        name: "Remix",
        packages: &["@remix-run/dev", "@remix-run/react", "@react-router/dev"],
        files: &["entry.client", "entry.server", "root", "routes"],
        folders: &[],
        in_app: &[],
    },
    Framework {
        name: "Astro",
        packages: &["astro"],
        files: &["middleware", "content.config", "content/config", "live.config", "actions/index"],
        folders: &[],
        in_app: &[],
    },
    Framework {
        name: "Gatsby",
        packages: &["gatsby"],
        files: &["gatsby-node", "gatsby-browser", "gatsby-ssr"],
        folders: &["templates"],
        in_app: &[],
    },
    Framework {
        name: "Docusaurus",
        packages: &["@docusaurus/core"],
        files: &["sidebars"],
        folders: &["theme"],
        in_app: &[],
    },
    Framework {
        name: "Angular",
        packages: &["@angular/core"],
        files: &["main", "main.server", "polyfills", "test", "setup-jest", "server"],
        folders: &["environments"],
        in_app: &[],
    },
    Framework { name: "Expo", packages: &["expo"], files: &["App", "index", "app.config"], folders: &[], in_app: &[] },
    Framework {
        name: "React Native",
        packages: &["react-native"],
        files: &["App", "index", "index.android", "index.ios", "metro.config"],
        folders: &[],
        in_app: &[],
    },
    Framework {
        name: "Create React App",
        packages: &["react-scripts"],
        files: &["index", "service-worker", "react-app-env.d"],
        folders: &[],
        in_app: &[],
    },
    Framework {
        name: "Strapi",
        packages: &["@strapi/strapi", "strapi"],
        files: &["index"],
        folders: &[
            "api",
            "config",
            "extensions",
            "plugins",
            "middlewares",
            "policies",
            "components",
            "admin",
            "database",
        ],
        in_app: &[],
    },
    Framework {
        name: "Adonis",
        packages: &["@adonisjs/core"],
        files: &["server", "ace", "env"],
        folders: &["bin", "start", "config", "contracts", "database", "providers", "commands"],
        in_app: &[],
    },
    Framework {
        name: "Egg",
        packages: &["egg", "midway", "@midwayjs/core"],
        files: &["app", "agent", "configuration"],
        folders: &["config", "controller", "service", "middleware", "model", "extend", "schedule"],
        in_app: &[],
    },
    Framework { name: "Sails", packages: &["sails"], files: &[], folders: &["api", "config", "tasks"], in_app: &[] },
    Framework {
        name: "Redwood",
        packages: &["@redwoodjs/core", "@redwoodjs/api", "@redwoodjs/web"],
        files: &["Routes", "App", "entry.client"],
        folders: &["functions", "graphql", "services", "directives", "subscriptions"],
        in_app: &[],
    },
    Framework { name: "Moleculer", packages: &["moleculer"], files: &[], folders: &["services"], in_app: &[] },
    Framework {
        name: "Umi",
        packages: &["umi", "@umijs/max"],
        files: &["app", "access", "global"],
        folders: &["models", "layouts", "wrappers", "locales", "config"],
        in_app: &[],
    },
    Framework { name: "WXT", packages: &["wxt"], files: &[], folders: &["entrypoints"], in_app: &[] },
    Framework {
        name: "Plasmo",
        packages: &["plasmo"],
        files: &["background", "popup", "options", "content", "sidepanel", "newtab", "devtools"],
        folders: &["background", "contents", "popup", "options", "sidepanel", "tabs", "sandboxes"],
        in_app: &[],
    },
    Framework { name: "Hardhat", packages: &["hardhat"], files: &[], folders: &["deploy", "ignition"], in_app: &[] },
    Framework {
        name: "Ember",
        packages: &["ember-source", "ember-cli"],
        files: &[],
        folders: &["app", "addon", "mirage", "adapters", "components", "controllers", "helpers", "models", "services"],
        in_app: &[],
    },
    Framework {
        name: "Vercel",
        packages: &["@vercel/node", "vercel"],
        files: &["middleware"],
        folders: &["api"],
        in_app: &[],
    },
    Framework {
        name: "Fastify",
        packages: &["@fastify/autoload", "fastify-autoload"],
        files: &[],
        folders: &["plugins", "routes"],
        in_app: &[],
    },
    Framework {
        name: "a platform of functions",
        packages: &[],
        files: &[],
        folders: &["supabase/functions", "netlify/functions", "netlify/edge-functions"],
        in_app: &[],
    },
];

/// Who finds a script by its place.
pub(super) fn finder(manifests: &Manifests, path: &str) -> Option<&'static str> {
    // Stand-ins for modules are taken by their place, whatever runs the tests.
    if path.starts_with("__mocks__/") || path.contains("/__mocks__/") {
        return Some("the test runner");
    }
    let in_package = manifests.node_packages_around(path).find_map(|package| {
        let rest = path.strip_prefix(&package.folder)?.trim_start_matches('/');
        let used = |it: &&Framework| it.packages.iter().any(|name| package.dependencies.contains(*name));
        FRAMEWORKS.iter().filter(used).find(|it| it.finds(rest))
    });
    let anywhere = || FRAMEWORKS.iter().filter(|it| it.packages.is_empty()).find(|it| it.finds(path));
    in_package.or_else(anywhere).map(|framework| framework.name)
}

impl Framework {
    /// Whether it looks at a path, told from the top of a package.
    fn finds(&self, rest: &str) -> bool {
        let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
        TOPS.iter().filter_map(|top| Some((rest.strip_prefix(top)?, stem.strip_prefix(top)?))).any(|(rest, stem)| {
            let inside = |folder: &&str| rest.strip_prefix(*folder).is_some_and(|below| below.starts_with('/'));
            let name = stem.rsplit('/').next().unwrap_or(stem);
            let in_app = rest.starts_with("app/") && self.in_app.contains(&name);
            self.files.contains(&stem) || self.folders.iter().any(inside) || in_app
        })
    }
}
