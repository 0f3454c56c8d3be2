// Bundles the scripts and styles of the report and of the live page into the Python package, with the licences of what
// is inside. Use: npm ci && npm run build
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const pages = { report: ["main.js", "report"], live: [join("live", "main.js"), "viewer"] };
const packages = { three: "three.js", uplot: "uPlot" };

const licences = Object.entries(packages).map(([folder, name]) => {
  const version = JSON.parse(readFileSync(join(here, "node_modules", folder, "package.json"), "utf8")).version;
  return `${name} ${version}\n\n${readFileSync(join(here, "node_modules", folder, "LICENSE"), "utf8").trim()}`;
});
const notice = `/*!\nThis script contains:\n\n${licences.join("\n\n")}\n*/`;

for (const [page, [source, folder]] of Object.entries(pages)) {
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
    banner: { js: notice },
    logLevel: "info",
  });
  for (const [name, title] of Object.entries(packages)) {
    copyFileSync(join(here, "node_modules", name, "LICENSE"), join(target, `LICENSE-${title}`));
  }
  for (const file of [`${page}.js`, `${page}.css`]) {
    console.log(file, Math.round(statSync(join(target, file)).size / 1024), "KiB");
  }
}
