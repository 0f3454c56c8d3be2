// Forces of a run as arrows over the picture, torques as arcs about their axes (drawing/playback/arrows.py packs them).
import { sampleAt } from "./data.js";
import { poseAt, rotate } from "./kinematics.js";

const LONGEST = 0.35; // of the machine: the arrow of the largest force
const WIDEST = 0.07; // of the machine: the radius of arcs
const FULL = 1.6 * Math.PI; // the arc of the largest torque
const LEAST = 3; // pixels below which an arrow is not drawn

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// Points of an arc about a vector, counter-clockwise seen from its tip; `share` is that of the whole arc.
function arc(centre, vector, size, radius, share) {
  const axis = vector.map((v) => v / size), helper = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const aside = cross(axis, helper), n = Math.hypot(...aside), first = aside.map((v) => v / n), second = cross(axis, first);
  const count = 3 + Math.ceil(40 * share);
  return Array.from({ length: count }, (_, i) => {
    const angle = (share * FULL * i) / (count - 1);
    return centre.map((c, k) => c + radius * (Math.cos(angle) * first[k] + Math.sin(angle) * second[k]));
  });
}

export class Arrows {
  // `size` is that of the machine, `lift` the height at which arrows of a planar machine lie.
  constructor(run, host, { size, lift = 0 }) {
    Object.assign(this, { run, host, size, lift, shown: false, drawn: 0 });
    this.canvas = Object.assign(document.createElement("canvas"), { className: "arrows" });
    host.querySelector("canvas").after(this.canvas); // below the buttons
  }

  // The vector at a time, straight between samples; null where it is not known.
  vector({ values }, t) {
    const { time } = this.run.forces, i = sampleAt(time, t), j = Math.min(i + 1, time.length - 1);
    const w = j > i ? Math.min(1, Math.max(0, (t - time[i]) / (time[j] - time[i]))) : 0;
    const found = values.map((column) => (w > 0 ? column[i] + w * (column[j] - column[i]) : column[i]));
    return found.every(Number.isFinite) ? found : null;
  }

  place(t, project) {
    if (!this.shown && !this.drawn) return;
    const { canvas, host, run } = this, ratio = Math.min(2, window.devicePixelRatio || 1), pose = new Float64Array(7);
    const width = Math.round(host.clientWidth * ratio), height = Math.round(host.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const g = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    g.lineCap = g.lineJoin = "round";
    this.drawn = 0;
    if (!this.shown) return;
    const colours = Object.fromEntries(["reaction", "input", "stage"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    for (const arrow of run.forces.arrows) {
      const vector = this.vector(arrow, t), poses = run.poses.get(arrow.body);
      if (!vector || (arrow.body && !poses)) continue;
      let at = arrow.position;
      if (arrow.path) at = this.vector({ values: arrow.path }, t); // a contact, which moves over its body
      else if (poses) {
        poseAt(run.time, poses, t, pose);
        at = rotate(pose.subarray(3), at).map((v, k) => v + pose[k]);
      }
      if (this.lift) at = [at[0], at[1], this.lift];
      const length = Math.hypot(...vector), share = length * arrow.share;
      if (!(share > 0)) continue;
      const points = arrow.unit === "N" ? [at, at.map((v, k) => v + LONGEST * this.size * arrow.share * vector[k])]
        : arc(at, vector, length, WIDEST * this.size, Math.min(1, share));
      this.stroke(g, points.map((point) => project(...point)), colours[arrow.role], colours.stage);
    }
  }

  // A line with a head at its end, and a rim that sets it off from the machine.
  stroke(g, points, colour, rim) {
    let length = 0;
    for (let i = 1; i < points.length; i++) length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
    if (!(length >= LEAST)) return;
    const [x, y] = points[points.length - 1], head = Math.min(11, 0.6 * length);
    // The head points away from where the line is one head's length before its end.
    let back = points.length - 2;
    while (back > 0 && Math.hypot(x - points[back][0], y - points[back][1]) < head) back--;
    const [u, v] = points[back], way = Math.atan2(y - v, x - u), c = Math.cos(way), s = Math.sin(way);
    const line = () => {
      g.beginPath();
      points.slice(0, -1).forEach((point) => { if (Math.hypot(x - point[0], y - point[1]) > 0.8 * head) g.lineTo(point[0], point[1]); });
      g.lineTo(x - 0.8 * head * c, y - 0.8 * head * s);
      g.stroke();
    };
    const tip = () => {
      g.beginPath();
      g.moveTo(x, y);
      for (const side of [0.42, -0.42]) g.lineTo(x - head * (c - side * s), y - head * (s + side * c));
      g.closePath();
    };
    g.strokeStyle = rim;
    g.lineWidth = 5;
    line();
    tip();
    g.lineWidth = 2.5;
    g.stroke();
    g.strokeStyle = g.fillStyle = colour;
    g.lineWidth = 2.5;
    line();
    tip();
    g.fill();
    this.drawn++;
  }
}

const TITLE = "Reactions: the force that each joint exerts on its second part, at the origin of the second frame (the first part receives the opposite). "
  + "The force on a wheel acts at its contact. Inputs: on the second part of their joint, or at their point. "
  + "The torque of a motor is the one on the joint, through its gear. Torques and moments are arcs about their axes, by the right-hand rule.";

// A button that shows the arrows and their legend, where a run has forces.
export function forceButton(stage, host, run, tell) {
  if (!run.forces) return;
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: "Forces", title: TITLE });
  made.dataset.role = "forces";
  host.querySelector('[data-role="axes"]').after(made);
  const legend = Object.assign(document.createElement("p"), { className: "soft hint legend", hidden: true });
  legend.append(...run.forces.legend.map(({ role, text }) => {
    const line = document.createElement("span");
    if (role) line.append(Object.assign(document.createElement("i"), { className: role }));
    line.append(text);
    return line;
  }));
  host.after(legend);
  made.addEventListener("click", () => {
    const shown = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(shown));
    legend.hidden = !shown;
    stage.arrows.shown = shown;
    stage.render();
    tell(stage.arrows.drawn);
  });
}
