// The machine on a plain canvas, for browsers without WebGL: outlines from above, or in parallel projection.
import { anchors, niceStep, path, poseAt, rotate, settle, surfaceCorners, worldPoint, wound } from "./kinematics.js";
import { Arrows } from "./arrows.js";
import { labels } from "./labels.js";

export class Stage2D {
  constructor(run, host, box, theme) {
    Object.assign(this, { run, host, box, theme, kind: "canvas", planar: run.scene.planar, paths: [], zoomed: 1, step: niceStep(box.size / 8) });
    this.canvas = document.createElement("canvas");
    host.prepend(this.canvas);
    this.families = [...new Set(run.scene.bodies.map((body) => body.family))];
    this.bodies = run.scene.bodies.map((body) => ({ body, poses: run.poses.get(body.name), pose: new Float64Array([0, 0, 0, 1, 0, 0, 0]) }));
    this.labels = labels(run, host);
    if (run.forces) this.arrows = new Arrows(run, host, { size: box.size });
    this.fit();
    this.canvas.addEventListener("pointerdown", (event) => { this.grip = [event.clientX, event.clientY]; this.canvas.setPointerCapture(event.pointerId); });
    this.canvas.addEventListener("pointerup", () => { this.grip = null; });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.grip) return;
      const dx = event.clientX - this.grip[0], dy = event.clientY - this.grip[1];
      this.grip = [event.clientX, event.clientY];
      if (this.tilted) { this.azimuth -= 0.01 * dx; this.elevation = Math.min(1.57, Math.max(-1.57, this.elevation + 0.01 * dy)); }
      else { this.shift[0] += dx; this.shift[1] += dy; }
      this.render();
    });
    new ResizeObserver(() => this.resize()).observe(host);
  }

  recolour(theme) { this.theme = theme; this.render(); }

  fit() {
    this.tilted ??= !this.planar;
    this.azimuth = this.tilted ? 0.7 : 0;
    this.elevation = this.tilted ? 0.5 : Math.PI / 2;
    this.shift = [0, 0];
    this.zoomed = 1;
    this.resize();
  }

  frames() {} // only in WebGL

  // From the top, the front, the side, or isometrically.
  look(view) {
    this.tilted = view !== "top" || !this.planar;
    this.fit();
    [this.azimuth, this.elevation] = { top: [0, Math.PI / 2], front: [0, 0], side: [Math.PI / 2, 0], iso: [Math.PI / 4, 0.615] }[view];
    this.render();
  }

  tilt() { this.tilted = !this.tilted; this.fit(); return this.tilted; }

  zoom(factor) { this.zoomed *= factor; this.render(); }

  resize() {
    const ratio = Math.min(2, window.devicePixelRatio || 1), { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.ratio = ratio;
    this.render();
  }

  setPaths(points, run = this.run) { this.paths = points.map((point) => ({ point, xyz: path(run, point) })); this.render(); }

  // Another picture of the same bodies.
  redraw(scene) {
    this.run.scene = scene;
    for (const each of this.bodies) each.body = scene.bodies.find(({ name }) => name === each.body.name) ?? each.body;
    this.host.querySelector(".labels").remove();
    this.labels = labels(this.run, this.host);
    this.render();
  }

  show(t, sample) {
    this.t = t;
    this.sample = sample;
    for (const { poses, pose } of this.bodies) if (poses) poseAt(this.run.time, poses, t, pose);
    this.render();
  }

  project(x, y, z) {
    const { centre: c, low, high, size } = this.box, { clientWidth: width, clientHeight: height } = this.host;
    const span = this.tilted ? [1.5 * size, 1.3 * size] : [high[0] - low[0], high[1] - low[1]];
    const scale = 0.86 * this.zoomed * Math.min(width / (span[0] || size), height / (span[1] || size));
    const a = x - c[0], b = y - c[1], d = this.planar ? z : z - c[2];
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    const right = ca * a + sa * b, away = ca * b - sa * a;
    this.scale = scale;
    return [0.5 * width + this.shift[0] + scale * right, 0.5 * height + this.shift[1] - scale * (se * away + ce * d), ce * away - se * d];
  }

  render() {
    if (!this.ratio) return;
    const g = this.canvas.getContext("2d"), theme = this.theme, world = [0, 0, 0, 1, 0, 0, 0];
    g.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    g.fillStyle = theme.stage;
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    g.lineCap = g.lineJoin = "round";
    this.project(0, 0, 0);
    this.grid(g);
    for (const shape of this.run.scene.ground) this.draw(g, shape, world, theme.ground, true);
    const order = [...this.bodies];
    if (this.tilted) order.sort((p, q) => this.project(...q.pose.subarray(0, 3))[2] - this.project(...p.pose.subarray(0, 3))[2]);
    const colour = (body) => theme.palette[this.families.indexOf(body.family) % theme.palette.length];
    for (const { body, pose } of order) for (const shape of body.shapes) if (!/pin|point/.test(shape.kind)) this.draw(g, shape, pose, colour(body));
    this.spans(g);
    for (const { body, pose } of order) for (const shape of body.shapes) if (/pin|point/.test(shape.kind)) this.draw(g, shape, pose, colour(body));
    for (const shape of this.run.scene.ground) if (shape.kind === "pivot") this.draw(g, { kind: "pin", position: shape.position }, world);
    g.lineWidth = 1.5;
    for (const { point, xyz } of this.paths) {
      g.strokeStyle = point.colour;
      for (const [end, alpha] of [[xyz.length / 3, 0.35], [(this.sample ?? 0) + 1, 1]]) {
        const stride = Math.max(1, Math.floor(end / 3000));
        g.globalAlpha = alpha;
        g.beginPath();
        for (let i = 0; i < end; i += stride) g.lineTo(...this.project(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]).slice(0, 2));
        g.stroke();
      }
      g.globalAlpha = 1;
    }
    const t = this.t ?? this.run.time[0], project = (x, y, z) => this.project(x, y, z);
    this.labels.place(t, project);
    this.arrows?.place(t, project);
  }

  // Springs as zigzags, dampers as a pot with a rod.
  spans(g) {
    const at = (name, point) => {
      const own = this.bodies.find(({ body }) => body.name === name);
      return own ? worldPoint(own.pose, 0, point) : point;
    };
    for (const span of this.run.scene.spans || []) {
      const { kind, first, start, second, end, radius } = span;
      if (kind === "torsion") {
        g.strokeStyle = this.theme.edge;
        g.lineWidth = 1.6;
        g.beginPath();
        for (const point of wound(span, at)) g.lineTo(...this.project(...point).slice(0, 2));
        g.stroke();
        continue;
      }
      const [ax, ay] = this.project(...at(first, start)), [bx, by] = this.project(...at(second, end));
      const length = Math.hypot(bx - ax, by - ay) || 1, nx = -(by - ay) / length, ny = (bx - ax) / length, r = radius * this.scale;
      g.strokeStyle = this.theme.edge;
      g.lineWidth = 1.6;
      g.beginPath();
      g.moveTo(ax, ay);
      if (kind === "spring") for (let k = 0; k < 18; k++) {
        const u = 0.08 + (0.84 * (k + 0.5)) / 18, side = k % 2 ? r : -r;
        g.lineTo(ax + u * (bx - ax) + side * nx, ay + u * (by - ay) + side * ny);
      }
      g.lineTo(bx, by);
      g.stroke();
      if (kind === "spring") continue;
      g.lineWidth = 2 * r;
      g.lineCap = "butt";
      g.beginPath();
      g.moveTo(ax + 0.12 * (bx - ax), ay + 0.12 * (by - ay));
      g.lineTo(ax + 0.67 * (bx - ax), ay + 0.67 * (by - ay));
      g.stroke();
      g.lineCap = "round";
    }
  }

  grid(g) {
    const { centre, size, low } = this.box, half = Math.ceil((1.6 * size) / this.step), z = this.planar ? 0 : low[2];
    const [x, y] = centre.map((c) => Math.round(c / this.step));
    g.strokeStyle = this.theme.grid;
    g.lineWidth = 1;
    g.beginPath();
    for (let i = -half; i <= half; i++) {
      g.moveTo(...this.project((x + i) * this.step, (y - half) * this.step, z));
      g.lineTo(...this.project((x + i) * this.step, (y + half) * this.step, z));
      g.moveTo(...this.project((x - half) * this.step, (y + i) * this.step, z));
      g.lineTo(...this.project((x + half) * this.step, (y + i) * this.step, z));
    }
    g.stroke();
  }

  draw(g, shape, pose, given, ground) {
    const theme = this.theme, colour = shape.colour || given;
    const at = (p) => { const [x, y, z] = rotate(pose.slice(3), p); return this.project(x + pose[0], y + pose[1], z + pose[2]); };
    const polygon = (points, close) => {
      g.beginPath();
      points.forEach(([x, y]) => g.lineTo(x, y));
      if (close) g.closePath();
    };
    const ring = (p, r, fill) => {
      const [x, y] = at(p);
      g.beginPath();
      g.arc(x, y, r, 0, 2 * Math.PI);
      g.fillStyle = fill;
      g.strokeStyle = theme.edge;
      g.lineWidth = 1.4;
      g.fill();
      g.stroke();
    };
    if (shape.kind === "bar" || shape.kind === "track" || shape.kind === "wire") {
      polygon((shape.points ?? [shape.start, shape.end]).map(at));
      const wide = shape.kind !== "track" ? Math.max(3, 2 * shape.radius * this.scale) : 0;
      g.strokeStyle = theme.edge;
      g.lineWidth = wide + 1.6;
      g.stroke();
      if (wide) { g.strokeStyle = colour; g.lineWidth = wide; g.stroke(); }
    } else if (shape.kind === "pin") ring(shape.position, 4, theme.hole);
    else if (shape.kind === "point") ring(shape.position, 3, theme.mark);
    else if (shape.kind === "pivot") {
      const [x, y] = at(shape.position);
      polygon([[x, y], [x - 9, y + 15], [x + 9, y + 15]], true);
      g.fillStyle = theme.ground;
      g.strokeStyle = theme.edge;
      g.lineWidth = 1.2;
      g.fill();
      g.stroke();
      ring(shape.position, 4.5, theme.hole);
    } else {
      const outline = shape.kind === "plate" ? settle(shape, shape.points).map(at) : shape.kind === "disc" ? rim(shape).map(at) : hull(spread(shape).map(at));
      polygon(outline, true);
      g.fillStyle = ground ? shape.colour || theme.ground : colour;
      g.fill();
      g.strokeStyle = theme.edge;
      g.lineWidth = 1;
      g.stroke();
      if (shape.kind === "disc") { polygon(rim(shape, true).map(at), true); g.fillStyle = theme.stage; g.fill(); g.stroke(); }
    }
  }
}

// Points whose hull is the outline of a block, a cylinder, a ball or a surface.
function spread(shape) {
  if (shape.kind === "surface") return surfaceCorners(shape);
  if (shape.kind !== "cylinder" && shape.kind !== "sphere") return anchors(shape);
  const round = { centre: [0, 0, 0], radius: shape.radius };
  const rims = shape.kind === "sphere" ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]].flatMap((axis) => rim({ ...round, axis }))
    : [-0.5, 0.5].flatMap((k) => rim({ centre: [0, 0, k * shape.length], radius: shape.radius, axis: [0, 0, 1] }));
  return settle(shape, rims);
}

// The rim of a disc, or of a small hole beside its centre, by which its turning shows.
function rim({ centre, radius, axis }, hole) {
  const helper = Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [0, 1, 0];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => { const n = Math.hypot(...a); return a.map((v) => v / n); };
  const first = unit(cross(cross(axis, helper), axis)), second = cross(axis, first);
  return Array.from({ length: 49 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 48, r = hole ? 0.14 * radius : radius, aside = hole ? -0.62 * radius : 0;
    return centre.map((c, k) => c + (r * Math.cos(angle) + aside) * first[k] + r * Math.sin(angle) * second[k]);
  });
}

function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
