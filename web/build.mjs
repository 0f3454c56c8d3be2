// Bundles the scripts and styles of the report and of the live page into the Python package, with the licences of what
// is inside. Use: npm ci && npm run build
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
// The script of each page, the folder that it goes to, and whether three.js is left out of it.
const pages = {
  report: { source: "main.js", folder: "report", flat: false },
  inline: { source: "main.js", folder: "report", flat: true },
  live: { source: join("live", "main.js"), folder: "viewer", flat: false },
};
const packages = { three: "three.js", uplot: "uPlot" };

const licences = Object.fromEntries(Object.entries(packages).map(([folder, name]) => {
  const version = JSON.parse(readFileSync(join(here, "node_modules", folder, "package.json"), "utf8")).version;
  return [folder, `${name} ${version}\n\n${readFileSync(join(here, "node_modules", folder, "LICENSE"), "utf8").trim()}`];
}));
const notice = (names) => `/*!\nThis script contains:\n\n${names.map((name) => licences[name]).join("\n\n")}\n*/`;

// A module that is left out, with what stands in for it.
const without = (filter, contents) => ({
  name: "without",
  setup(bundle) {
    bundle.onResolve({ filter }, ({ path }) => ({ path, namespace: "without" }));
    bundle.onLoad({ filter: /./, namespace: "without" }, () => ({ contents }));
  },
});

for (const [page, { source, folder, flat }] of Object.entries(pages)) {
  const target = join(here, "..", "src", "linkwright", folder, "bundle");
  mkdirSync(target, { recursive: true });
  await build({
    entryPoints: { [page]: join(here, "source", source) },
    outdir: target,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    charset: "ascii",
    legalComments: "none",
    banner: { js: notice(flat ? ["uplot"] : Object.keys(packages)) },
    define: { FLAT: String(flat) },
    plugins: flat ? [without(/stage3d\.js$/, "export class Stage3D {}")] : [],
    logLevel: "info",
  });
  for (const [name, title] of Object.entries(packages)) {
    copyFileSync(join(here, "node_modules", name, "LICENSE"), join(target, `LICENSE-${title}`));
  }
  if (flat) rmSync(join(target, `${page}.css`)); // that of the report
  for (const file of [`${page}.js`, ...(flat ? [] : [`${page}.css`])]) {
    console.log(file, Math.round(statSync(join(target, file)).size / 1024), "KiB");
  }
}
