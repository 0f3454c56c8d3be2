// Bundles the report's script and style into the Python package, with the licences of what is inside.
// Use: npm ci && npm run build
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "linkwright", "report", "bundle");
const packages = { three: "three.js", uplot: "uPlot" };

const licences = Object.entries(packages).map(([folder, name]) => {
  const version = JSON.parse(readFileSync(join(here, "node_modules", folder, "package.json"), "utf8")).version;
  return `${name} ${version}\n\n${readFileSync(join(here, "node_modules", folder, "LICENSE"), "utf8").trim()}`;
});
const notice = `/*!\nThis script contains:\n\n${licences.join("\n\n")}\n*/`;

mkdirSync(target, { recursive: true });
await build({
  entryPoints: { report: join(here, "source", "main.js") },
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
for (const [folder, name] of Object.entries(packages)) {
  copyFileSync(join(here, "node_modules", folder, "LICENSE"), join(target, `LICENSE-${name}`));
}
for (const file of ["report.js", "report.css"]) {
  console.log(file, Math.round(statSync(join(target, file)).size / 1024), "KiB");
}
