// Starts the live page: greets the server, ties sliders, picture and runs together.
import "uplot/dist/uPlot.min.css";
import "../style.css";
import "./live.css";
import { extent } from "../kinematics.js";
import { pretty } from "../plots.js";
import { stageButtons, stageFor, themeNow } from "../stage.js";
import { tellTroubles } from "../troubles.js";
import { Connection } from "./connection.js";
import { Replay } from "./replay.js";
import { sliderList } from "./sliders.js";

const ROOM = 1.25; // the picture has room around the first pose, into which the machine can move
const status = document.getElementById("lw-status");
const find = (role) => document.querySelector(`[data-role="${role}"]`);
tellTroubles(status);

let theme = themeNow(), stage = null, replay = null, lists = null, moving = false;
// The pose that is drawn, as a run of one instant.
const drawn = { scene: null, time: new Float64Array([0]), poses: new Map() };

const place = (name, pose) => {
  if (!drawn.poses.has(name)) drawn.poses.set(name, new Float32Array(7));
  drawn.poses.get(name).set(pose);
};

function roomy(box) {
  const low = box.low.map((v, k) => box.centre[k] + ROOM * (v - box.centre[k])), high = box.high.map((v, k) => box.centre[k] + ROOM * (v - box.centre[k]));
  return { low, high, size: ROOM * box.size, centre: box.centre };
}

function showStage(scene) {
  const host = document.getElementById("lw-stage");
  drawn.scene = scene;
  if (!scene.bodies.length) return;
  stage = stageFor(drawn, host, theme, status, roomy(extent(replay ? replay.run : drawn)));
  status.dataset.stage = stage.kind;
  stageButtons(stage, host, scene, () => Object.assign(stage.box, roomy(extent(drawn))));
  stage.grip?.((body, point, to) => {
    if (!lists?.quantities.size) return;
    // One pull at a time: the next one starts from where the last one led.
    if (moving) { moving = { body, point, to }; return; }
    moving = true;
    connection.send({ drag: { body, point, to } });
  });
}

const reach = document.getElementById("lw-reach");

function showPose(pose) {
  replay?.clock.pause();
  for (const [name, each] of Object.entries(pose.poses)) place(name, each);
  if (pose.scene && stage) stage.redraw(pose.scene);
  stage?.show(0, 0);
  const fault = pose.fault || "";
  reach.hidden = !fault;
  reach.textContent = fault;
  reach.dataset.joint = pose.joint || "";
  if (!fault) for (const [name, value] of Object.entries(pose.values)) lists.quantities.get(name)?.show(value);
  Object.assign(status.dataset, { gap: String(pose.gap), margin: pose.margin === null ? "" : String(pose.margin) });
  find("gap").textContent = `${pretty(Number(pose.gap.toPrecision(2)))} m`;
  find("meter").value = pose.margin ?? 0;
  find("meter").hidden = pose.margin === null;
  find("margin").textContent = pose.margin === null ? "not defined" : Object.entries(pose.distances).map(([kind, value]) => `${kind} ${value.toFixed(3)}`).join(", ");
}

function answered(message) {
  const pose = message.answer;
  showPose(pose);
  // A slider whose value is out of reach is marked until a later answer is closed.
  for (const { row } of lists.quantities.values()) row.classList.toggle("far", Boolean(pose.fault) && row.classList.contains("asked"));
  status.dataset.answers = String(Number(status.dataset.answers) + 1);
  const latency = connection.latency();
  if (latency !== undefined) {
    status.dataset.latency = latency.toFixed(2);
    find("latency").textContent = `${latency.toFixed(0)} ms`;
  }
  if (moving) {
    const next = moving;
    moving = false;
    if (next !== true) { moving = true; connection.send({ drag: next }); }
  }
}

function set(values) {
  for (const [name, { row }] of lists.quantities) row.classList.toggle("asked", name in values);
  connection.send({ set: values });
}

const request = () => ({
  inputs: Object.fromEntries([...document.querySelectorAll("input[data-input]")].map((input) => [input.dataset.input, input.value])),
  duration: find("duration").valueAsNumber,
});

function running({ words, share, finished, verdict, notes, data }) {
  const bar = find("progress"), outcome = find("outcome"), over = finished !== undefined;
  if (share !== undefined) { bar.hidden = false; bar.value = share; }
  if (over) bar.hidden = true;
  find("run").disabled = !over;
  find("stop").disabled = over;
  outcome.hidden = false;
  outcome.textContent = [words, ...(notes || [])].join(" ");
  outcome.className = !over ? "soft" : finished && verdict !== "failed" ? "good" : "bad";
  status.dataset.run = over ? (finished ? "finished" : "ended") : "running";
  if (!data) return;
  replay?.end();
  replay = new Replay(data, stage, theme, place);
  status.dataset.plots = String(replay.plots.panels.length);
}

function greeted({ greeting, run }) {
  for (const note of greeting.notes) document.getElementById("lw-notes").append(Object.assign(document.createElement("p"), { className: "verdict caution", textContent: note }));
  const card = (name) => document.getElementById(`lw-${name}`);
  lists = {
    quantities: sliderList(card("move"), greeting.sliders, "quantity", set),
    parameters: sliderList(card("constants"), greeting.parameters, "parameter", set),
    gains: sliderList(card("control"), greeting.gains, "gain", set),
  };
  for (const name of ["constants", "control"]) if (document.querySelectorAll(`#lw-${name} .slider`).length > 20) document.querySelector(`#lw-${name} details`).open = false;
  card("drive").hidden = !greeting.pose;
  find("laws").textContent = greeting.laws.join(", ");
  find("duration").value = greeting.duration;
  find("inputs").replaceChildren(...greeting.inputs.map(({ name, unit, meaning, value }) => {
    const row = Object.assign(document.createElement("label"), { className: "field", title: meaning });
    const input = Object.assign(document.createElement("input"), { type: "text", value, spellcheck: false });
    input.dataset.input = name;
    row.append(Object.assign(document.createElement("span"), { textContent: name }), input, Object.assign(document.createElement("span"), { className: "soft", textContent: unit }));
    return row;
  }));
  find("home").hidden = document.getElementById("lw-figures").hidden = !greeting.pose;
  if (greeting.pose) {
    for (const [name, pose] of Object.entries(greeting.pose.poses)) place(name, pose);
    showStage(greeting.scene);
    showPose(greeting.pose);
  } else if (run) {
    // A run whose machine cannot be made again: its first instant is drawn, then it is replayed.
    for (const body of run.data.scene.bodies) place(body.name, [0, 0, 0, 1, 0, 0, 0]);
    drawn.scene = run.data.scene;
  }
  if (run) {
    running(run);
    if (!stage) { showStage(run.data.scene); replay.end(); running(run); }
  }
  status.dataset.started = "true";
}

const connection = new Connection(
  (message) => {
    if (message.greeting) greeted(message);
    else if (message.answer) answered(message);
    else if (message.run) running(message.run);
    else if (message.command !== undefined) {
      const shown = find("text");
      shown.hidden = false;
      shown.textContent = message.command;
      navigator.clipboard?.writeText(message.command).catch(() => {}); // the text is shown too, to be copied by hand
    } else if (message.refused) {
      moving = false;
      const outcome = find("outcome");
      outcome.hidden = false;
      outcome.className = "bad";
      outcome.textContent = message.refused;
      status.dataset.refused = message.refused;
    }
  },
  () => {
    const ended = document.getElementById("lw-ended");
    ended.hidden = false;
    ended.textContent = "The connection has ended: linkwright was stopped, or is too busy with other tabs. Start it again and open the new address.";
    status.dataset.ended = "true";
  },
);

find("home").addEventListener("click", () => connection.send({ home: true }));
find("run").addEventListener("click", () => connection.send({ run: request() }));
find("stop").addEventListener("click", () => connection.send({ stop: true }));
find("command").addEventListener("click", () => connection.send({ command: request() }));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  theme = themeNow();
  stage?.recolour(theme);
  replay?.recolour(theme);
});
