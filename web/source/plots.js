// One uPlot panel for each unit, all with the same time axis; a playhead in step with the clock.
import uPlot from "uplot";
import { sampleAt } from "./data.js";

const WORDS = {
  m: "Length", rad: "Angle", "m/s": "Speed", "rad/s": "Angular speed", "m/s^2": "Acceleration", "rad/s^2": "Angular acceleration",
  A: "Current", V: "Voltage", N: "Force", "N m": "Torque", "N*m": "Torque", "N·m": "Torque", J: "Energy", W: "Power", K: "Temperature", Hz: "Frequency",
};
const HEIGHT = 185;
const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const DASHES = [[], [8, 4], [2, 4], [10, 4, 2, 4]];

function power(channels) {
  let largest = 0;
  for (const { values } of channels) for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest && size < Infinity) largest = size;
  }
  if (largest < 1e-290) return 0;
  const ten = Math.floor(Math.log10(largest));
  return ten >= -2 && ten < 4 ? 0 : 3 * Math.floor(ten / 3);
}

// The axis of a panel as uPlot chooses it; around channels that are zero throughout, level in the middle.
function span(low, high, scale) {
  return Math.max(Math.abs(low), Math.abs(high)) < 1e-290 ? [-scale, scale] : uPlot.rangeNum(low, high, 0.1, true);
}

// Points are not moved to whole pixels, which would make steps of slopes. Few samples are joined by curves without
// overshoot, many by straight lines.
const straight = uPlot.paths.linear(), smooth = uPlot.paths.spline();
const curve = (plot, series, first, last) => ((last - first) * uPlot.pxRatio < plot.bbox.width / 2 ? smooth : straight)(plot, series, first, last);

const minus = (text) => text.replace("-", "−");

export function pretty(value) {
  if (value === null || value === undefined) return "–";
  if (!Number.isFinite(value)) return "not a number";
  if (value === 0) return "0";
  const ten = Math.floor(Math.log10(Math.abs(value)));
  if (ten > -4 && ten < 6) return minus(Number(value.toPrecision(5)).toString());
  const [mantissa, exponent] = value.toExponential(3).split("e");
  return minus(`${Number(mantissa)}·10`) + [...String(Number(exponent))].map((c) => RAISED[c]).join("");
}

// Ticks as text: as many decimals as the gap between them has (uPlot's gaps are 1, 2, 2.5 or 5 times a power of ten).
function ticked(ticks, scale) {
  const gap = Math.abs(ticks[1] - ticks[0]) / scale || 1;
  let digits = 0;
  while (digits < 15 && Math.abs(gap - Number(gap.toFixed(digits))) > 1e-6 * gap) digits++;
  return ticks.map((v) => (v === null ? "" : minus((v / scale).toFixed(digits))));
}

function label(unit, ten) {
  const factor = ten ? "10" + [...String(ten)].map((c) => RAISED[c]).join("") : "";
  return `[${[factor, unit && unit !== "1" ? unit : ""].filter(Boolean).join(" ") || "–"}]`;
}

export class Plots {
  constructor(run, host, clock) {
    Object.assign(this, { run, host, clock, panels: [], sync: uPlot.sync("linkwright"), drawn: 0 });
    clock.listen((t) => this.mark(t));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
  }

  // For a page that gets another run.
  end() {
    this.observer.disconnect();
    for (const { plot } of this.panels) plot.destroy();
    this.panels = [];
  }

  show(names, theme) {
    this.names = names;
    this.theme = theme;
    for (const { plot } of this.panels) plot.destroy();
    this.host.replaceChildren();
    const groups = new Map();
    for (const name of names) {
      const channel = this.run.byName.get(name);
      if (!channel) continue;
      if (!groups.has(channel.unit)) groups.set(channel.unit, []);
      groups.get(channel.unit).push(channel);
    }
    this.panels = [...groups].map(([unit, channels], i) => this.panel(unit, channels, theme, i === groups.size - 1));
    if (!groups.size) {
      const empty = document.createElement("p");
      empty.className = "soft";
      empty.textContent = this.run.channels.length ? "No channel is chosen: open the list of channels and tick some." : "This run has no channels.";
      this.host.append(empty);
    }
    this.mark(this.clock.t);
  }

  panel(unit, channels, theme, last) {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = `${WORDS[unit] || "Quantities"} [${unit && unit !== "1" ? unit : "–"}]`;
    figure.append(caption);
    this.host.append(figure);
    const curves = channels.flatMap((channel, i) => (channel.curves || [channel]).map(({ values, label: run, number }) => ({
      name: run === undefined ? channel.name : `${channel.name} (${run})`, meaning: channel.meaning, values,
      colour: theme.palette[i % theme.palette.length], dash: DASHES[(number ?? Math.floor(i / theme.palette.length)) % DASHES.length],
    })));
    const ten = power(curves), scale = 10 ** ten, late = power([{ values: this.run.time }]);
    const axis = { stroke: theme.soft, grid: { stroke: theme.grid, width: 1 }, ticks: { stroke: theme.grid, width: 1 }, font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif" };
    const options = {
      width: this.width(), height: HEIGHT + (last ? 18 : 0),
      scales: { x: { time: false }, y: { range: (_, low, high) => span(low, high, scale) } },
      cursor: { sync: { key: "linkwright" }, drag: { x: true, y: false } },
      axes: [
        { ...axis, ...(last ? { label: `time ${label("s", late)}`, labelSize: 18 } : {}), size: 30, values: (_, ticks) => ticked(ticks, 10 ** late) },
        {
          ...axis, label: label(unit, ten), labelSize: 20, size: 58,
          values: (_, ticks) => ticked(ticks, scale),
        },
      ],
      series: [
        { label: "t", value: (_, v) => (v === null ? "–" : `${pretty(v)} s`) },
        ...curves.map(({ name, colour, dash }) => ({
          label: name, stroke: colour, width: 1.6, dash, pxAlign: 0, paths: curve, points: { show: false }, value: (_, v) => (v === null ? "–" : `${pretty(v)}`),
        })),
      ],
      hooks: { draw: [() => { this.drawn++; }], setSize: [() => this.mark(this.clock.t)], setScale: [() => this.mark(this.clock.t)] },
    };
    const data = [this.run.time, ...curves.map(({ values }) => (values.every(Number.isFinite) ? values : Array.from(values, (v) => (Number.isFinite(v) ? v : null))))];
    const plot = new uPlot(options, data, figure);
    const head = document.createElement("div");
    head.className = "playhead";
    plot.over.append(head);
    plot.over.addEventListener("click", (event) => {
      if (plot.select.width > 0) return;
      this.clock.pause();
      this.clock.set(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
    });
    curves.forEach(({ meaning }, i) => {
      const row = plot.root.querySelectorAll(".u-series")[i + 1];
      if (row && meaning) row.title = meaning;
    });
    return { plot, head };
  }

  // That of a panel, of which wide pages have several beside each other.
  width() { return Math.max(220, this.host.firstElementChild?.clientWidth || this.host.clientWidth); }

  resize() {
    const width = this.width();
    for (const { plot } of this.panels) if (Math.abs(plot.width - width) > 1) plot.setSize({ width, height: plot.height });
  }

  mark(t) {
    const idx = sampleAt(this.run.time, t);
    for (const { plot, head } of this.panels) {
      const x = plot.valToPos(t, "x");
      head.style.display = x >= -1 && x <= plot.over.clientWidth + 1 ? "" : "none";
      head.style.transform = `translateX(${x}px)`;
      if (!(plot.cursor.left >= 0)) plot.setLegend({ idx }, false);
    }
  }
}
