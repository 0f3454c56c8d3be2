// Starts the page: reads the embedded runs, ties clock, stage and plots together.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { forceButton } from "./arrows.js";
import { chooseChannels, choosePaths } from "./chooser.js";
import { Clock } from "./clock.js";
import { csv, decode, download, load, sampleAt } from "./data.js";
import { Plots } from "./plots.js";
import { commonExtent, hostsFor, merge } from "./several.js";
import { stageButtons, stageFor, themeNow } from "./stage.js";
import { tellTroubles } from "./troubles.js";

const status = document.getElementById("lw-status");
const say = tellTroubles(status);

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
    stageButtons(stage, each, runs[k].scene);
    forceButton(stage, each, runs[k], (count) => { status.dataset.arrows = String(count); });
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
