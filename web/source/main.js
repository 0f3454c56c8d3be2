// Starts the page: reads the embedded runs, ties clock, stage and plots together.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { forceButton } from "./arrows.js";
import { chooseChannels, choosePaths } from "./chooser.js";
import { Clock } from "./clock.js";
import { csv, decode, download, load, sampleAt } from "./data.js";
import { Plots, pretty } from "./plots.js";
import { commonExtent, hostsFor, merge } from "./several.js";
import { stageFor, themeNow, viewButtons } from "./stage.js";

const status = document.getElementById("lw-status");
const say = (error) => {
  status.dataset.errors = String(Number(status.dataset.errors) + 1);
  status.append(`${error && (error.stack || error.message || error)}\n`);
  const told = document.getElementById("lw-trouble");
  told.hidden = false;
  told.querySelector("span").textContent = String((error && error.message) || error);
};
window.addEventListener("error", (event) => {
  if (/ResizeObserver loop/.test(event.message)) return; // harmless: a size settled one frame later
  say(event.error || event.message);
});
window.addEventListener("unhandledrejection", (event) => say(event.reason));

// What the buttons over one picture do.
function equip(stage, host, run) {
  const find = (role) => host.querySelector(`[data-role="${role}"]`);
  find("grid").textContent = `grid ${pretty(stage.step)} ${run.scene.unit}`;
  find("fit").addEventListener("click", () => stage.fit());
  find("closer").addEventListener("click", () => stage.zoom(1.25));
  find("farther").addEventListener("click", () => stage.zoom(0.8));
  viewButtons(stage, host);
  forceButton(stage, host, run, (count) => { status.dataset.arrows = String(count); });
  find("tilt").hidden = !run.scene.planar;
  find("tilt").addEventListener("click", (event) => { event.target.textContent = stage.tilt() ? "From above" : "Tilt"; });
}

function start() {
  const runs = load().runs.map(decode);
  let theme = themeNow();
  const run = merge(runs), first = runs[0];
  const families = new Set(first.scene.bodies.map(({ family }) => family)).size; // paths take the colours that bodies leave
  first.points.forEach((point, i) => { point.colour = theme.palette[(families + i) % theme.palette.length]; });
  const find = (role) => document.querySelector(`[data-role="${role}"]`);
  const clock = new Clock(run.time.length ? run.time[0] : 0, run.time.length ? run.time[run.time.length - 1] : 0, document.querySelector(".controls"));
  const plots = new Plots(run, document.getElementById("lw-plots"), clock);
  const chosen = new Set(run.shown);
  const host = document.getElementById("lw-stage");
  const stages = host && run.time.length ? hostsFor(runs, host).map((each, k) => {
    const stage = stageFor(runs[k], each, theme, status, commonExtent(runs));
    equip(stage, each, runs[k]);
    clock.listen((t) => stage.show(t, sampleAt(runs[k].time, t)));
    return stage;
  }) : [];

  chooseChannels(run, document.getElementById("lw-channels"), chosen, () => plots.show(chosen, theme));
  plots.show(chosen, theme);
  if (stages.length) choosePaths(first, document.getElementById("lw-paths"), (points) => stages.forEach((stage) => stage.setPaths(points)));
  find("csv").addEventListener("click", () => download(run.file, csv(run)));
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => {
    theme = themeNow();
    stages.forEach((stage) => stage.recolour(theme));
    plots.show(chosen, theme);
  });

  clock.listen((t) => {
    Object.assign(status.dataset, { time: String(t), frames: String(clock.frames), plots: String(plots.panels.length), drawn: String(plots.drawn) });
  });
  status.dataset.stage = stages.length ? stages[0].kind : "none";
  status.dataset.stages = String(stages.length);
  clock.set(clock.start);
  clock.show();
  if (run.time.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
  status.dataset.started = "true";
}

try {
  start();
} catch (error) {
  say(error);
}
