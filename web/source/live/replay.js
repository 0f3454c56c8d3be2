// A run that is replayed: clock, plots and paths, made anew for every run.
import { chooseChannels, choosePaths } from "../chooser.js";
import { Clock } from "../clock.js";
import { decode, sampleAt } from "../data.js";
import { poseAt } from "../kinematics.js";
import { Plots } from "../plots.js";

// An element without the listeners that the run before has put there.
function fresh(element) {
  const copy = element.cloneNode(true);
  element.replaceWith(copy);
  return copy;
}

export class Replay {
  constructor(data, stage, theme, placed) {
    this.run = decode(data);
    const run = this.run, section = document.getElementById("lw-replay"), curves = document.getElementById("lw-curves");
    section.hidden = curves.hidden = false;
    const controls = fresh(section.querySelector(".controls")), host = document.getElementById("lw-plots");
    controls.querySelector("[data-role=speed]").replaceChildren();
    const families = new Set(run.scene.bodies.map(({ family }) => family)).size;
    run.points.forEach((point, i) => { point.colour = theme.palette[(families + i) % theme.palette.length]; });
    const n = run.time.length;
    this.clock = new Clock(n ? run.time[0] : 0, n ? run.time[n - 1] : 0, controls);
    this.plots = new Plots(run, host, this.clock);
    this.chosen = new Set(run.shown);
    const channels = fresh(document.getElementById("lw-channels"));
    chooseChannels(run, channels, this.chosen, () => this.plots.show(this.chosen, this.theme));
    this.recolour(theme);
    const pose = new Float64Array(7);
    this.clock.listen((t) => {
      for (const [name, poses] of run.poses) placed(name, poseAt(run.time, poses, t, pose));
      stage?.show(t, sampleAt(run.time, t));
    });
    if (stage) choosePaths(run, document.getElementById("lw-paths"), (points) => stage.setPaths(points, run));
    this.clock.set(this.clock.start);
    this.clock.show();
    if (n > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.clock.play();
  }

  recolour(theme) {
    this.theme = theme;
    this.plots.show(this.chosen, theme);
  }

  end() {
    this.clock.end();
    this.plots.end();
  }
}
