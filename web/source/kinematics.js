// Poses are x, y, z [m] and a unit quaternion e0 (scalar), e1, e2, e3 from body to world.
import { numbers, sampleAt } from "./data.js";

export function rotate(q, [x, y, z]) {
  const [s, a, b, c] = q;
  const tx = 2 * (b * z - c * y), ty = 2 * (c * x - a * z), tz = 2 * (a * y - b * x);
  return [x + s * tx + b * tz - c * ty, y + s * ty + c * tx - a * tz, z + s * tz + a * ty - b * tx];
}

export function worldPoint(poses, sample, position) {
  const k = 7 * sample;
  const [x, y, z] = rotate(poses.subarray(k + 3, k + 7), position);
  return [x + poses[k], y + poses[k + 1], z + poses[k + 2]];
}

// The pose between samples: positions linearly, the quaternion along the shorter arc, made unit again.
export function poseAt(time, poses, t, out) {
  const i = sampleAt(time, t), j = Math.min(i + 1, time.length - 1);
  const span = time[j] - time[i];
  const w = span > 0 ? Math.min(1, Math.max(0, (t - time[i]) / span)) : 0;
  const a = 7 * i, b = 7 * j;
  for (let k = 0; k < 3; k++) out[k] = poses[a + k] + w * (poses[b + k] - poses[a + k]);
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += poses[a + k] * poses[b + k];
  const sign = dot < 0 ? -1 : 1;
  let norm = 0;
  for (let k = 3; k < 7; k++) {
    out[k] = (1 - w) * poses[a + k] + w * sign * poses[b + k];
    norm += out[k] * out[k];
  }
  norm = Math.sqrt(norm) || 1;
  for (let k = 3; k < 7; k++) out[k] /= norm;
  return out;
}

// Points of a shape's own frame in that of its body.
export const settle = ({ position = [0, 0, 0], quaternion = [1, 0, 0, 0] }, points) =>
  points.map((point) => rotate(quaternion, point).map((v, k) => v + position[k]));

export function anchors(shape) {
  const around = (p, r) => [[p[0] - r, p[1] - r, p[2]], [p[0] + r, p[1] + r, p[2]], [p[0] - r, p[1] + r, p[2]], [p[0] + r, p[1] - r, p[2]]];
  switch (shape.kind) {
    case "bar": return [...around(shape.start, shape.radius), ...around(shape.end, shape.radius)];
    case "track": return [shape.start, shape.end];
    case "plate": return settle(shape, shape.points);
    case "disc": return around(shape.centre, shape.radius);
    case "block": return settle(shape, corners(shape.size));
    case "cylinder": return settle(shape, corners([2 * shape.radius, 2 * shape.radius, shape.length]));
    case "sphere": return settle(shape, corners([2 * shape.radius, 2 * shape.radius, 2 * shape.radius]));
    case "wire": return shape.points;
    case "surface": return bounds(surfaceCorners(shape));
    default: return [shape.position];
  }
}

// Corners of a surface from a file, three numbers each.
export function surfaceCorners(shape) {
  const flat = numbers(shape.corners, Float32Array), out = [];
  for (let i = 0; i < flat.length; i += 3) out.push([flat[i], flat[i + 1], flat[i + 2]]);
  return out;
}

function bounds(points) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) point.forEach((v, k) => { low[k] = Math.min(low[k], v); high[k] = Math.max(high[k], v); });
  const size = high.map((v, k) => v - low[k]), middle = high.map((v, k) => 0.5 * (v + low[k]));
  return corners(size).map((corner) => corner.map((v, k) => v + middle[k]));
}

export function corners(size) {
  const out = [];
  for (const i of [-0.5, 0.5]) for (const j of [-0.5, 0.5]) for (const k of [-0.5, 0.5]) out.push([i * size[0], j * size[1], k * size[2]]);
  return out;
}

// The box that holds the machine during the whole run.
export function extent(run) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const add = (p) => p.forEach((v, k) => {
    if (!Number.isFinite(v)) return;
    low[k] = Math.min(low[k], v);
    high[k] = Math.max(high[k], v);
  });
  for (const shape of run.scene.ground) anchors(shape).forEach(add);
  const n = run.time.length, bodies = run.scene.bodies.length || 1;
  const stride = Math.max(1, Math.floor((n * bodies) / 20000));
  for (const body of run.scene.bodies) {
    const poses = run.poses.get(body.name);
    if (!poses) continue;
    const points = body.shapes.flatMap(anchors);
    if (!points.length) points.push([0, 0, 0]);
    for (let i = 0; i < n; i += stride) for (const p of points) add(worldPoint(poses, i, p));
  }
  for (let k = 0; k < 3; k++) if (!(low[k] <= high[k])) { low[k] = -0.5; high[k] = 0.5; }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1;
  return { low, high, size, centre: low.map((v, k) => 0.5 * (v + high[k])) };
}

export function path(run, point) {
  const poses = run.poses.get(point.body), n = poses ? run.time.length : 0;
  const out = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) out.set(worldPoint(poses, i, point.position), 3 * i);
  return out;
}

export function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * (1 - 1e-9));
}

// Points of a torsion spring from its inner end to the outer one; `at` gives points of bodies in the world.
export function wound({ first, start, second, end, centre, axis }, at) {
  const less = (a, b) => a.map((v, k) => v - b[k]), dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const c = at(first, centre), out = less(at(first, start), c), inward = less(at(second, end), c), n = less(at(first, centre.map((v, k) => v + axis[k])), c);
  const far = Math.hypot(...out), near = Math.hypot(...inward), x = out.map((v) => v / far);
  const y = [n[1] * x[2] - n[2] * x[1], n[2] * x[0] - n[0] * x[2], n[0] * x[1] - n[1] * x[0]];
  const begin = Math.atan2(dot(inward, y), dot(inward, x)), TURNS = 3;
  return Array.from({ length: 61 }, (_, i) => {
    const u = i / 60, angle = begin + u * (2 * Math.PI * TURNS - begin), size = near + u * (far - near);
    return c.map((v, k) => v + size * (Math.cos(angle) * x[k] + Math.sin(angle) * y[k]));
  });
}
