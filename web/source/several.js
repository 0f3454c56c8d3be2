// Several runs on one page: curves on one time axis, pictures side by side at one scale.
import { sampleAt } from "./data.js";
import { extent } from "./kinematics.js";

const alike = (a, b) => a.length === b.length && a.every((t, i) => t === b[i]);

// A curve at other times: straight between its samples, nothing before the first and after the last.
function at(times, own, values) {
  if (times === own) return values;
  const out = new Float64Array(times.length), last = own.length - 1;
  for (let i = 0; i < times.length; i++) {
    const t = times[i];
    if (!(last >= 0) || t < own[0] || t > own[last]) { out[i] = NaN; continue; }
    const k = Math.min(sampleAt(own, t), Math.max(0, last - 1)), span = own[k + 1] - own[k];
    out[i] = span > 0 ? values[k] + ((t - own[k]) / span) * (values[k + 1] - values[k]) : values[k];
  }
  return out;
}

// One run stays itself. Channels of several have a curve for each run that has them.
export function merge(runs) {
  if (runs.length === 1) return runs[0];
  const same = runs.every((run) => alike(run.time, runs[0].time));
  const time = same ? runs[0].time : Float64Array.from(new Set(runs.flatMap((run) => [...run.time]))).sort();
  const byName = new Map();
  runs.forEach((run, number) => {
    for (const channel of run.channels) {
      if (!byName.has(channel.name)) byName.set(channel.name, { ...channel, curves: [] });
      byName.get(channel.name).curves.push({ label: run.label, number, values: at(time, same ? time : run.time, channel.values) });
    }
  });
  const channels = [...byName.values()];
  const flat = channels.flatMap(({ name, unit, curves }) => curves.map(({ label, values }) => ({ name: `${name} (${label})`, unit, values })));
  const shown = [...new Set(runs.flatMap((run) => run.shown))];
  return { time, channels, byName, flat, shown, file: runs[0].file };
}

export function commonExtent(runs) {
  const boxes = runs.map(extent);
  const low = [0, 1, 2].map((k) => Math.min(...boxes.map((box) => box.low[k])));
  const high = [0, 1, 2].map((k) => Math.max(...boxes.map((box) => box.high[k])));
  const size = Math.max(...low.map((v, k) => high[k] - v)) || 1;
  return { low, high, size, centre: low.map((v, k) => 0.5 * (v + high[k])) };
}

// The element of each picture: the one of the page, and copies of it side by side with the names of the runs.
export function hostsFor(runs, host) {
  if (runs.length === 1) return [host];
  const frame = document.createElement("div");
  frame.className = "stages";
  host.before(frame);
  host.closest(".run")?.classList.add("several");
  const hosts = runs.map((_, k) => (k ? host.cloneNode(true) : host));
  hosts.forEach((each, k) => {
    const figure = document.createElement("figure"), name = document.createElement("figcaption");
    name.textContent = runs[k].label;
    if (k) each.id = `lw-stage-${k + 1}`;
    figure.append(name, each);
    frame.append(figure);
  });
  return hosts;
}
