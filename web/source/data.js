// The runs as embedded in the page: JSON with packed columns of numbers (drawing/playback/packing.py).
import { inflate } from "./inflate.js";

function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

const little = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function numbers(text, Kind) {
  const { buffer } = bytes(text);
  if (little) return new Kind(buffer);
  const view = new DataView(buffer), size = Kind.BYTES_PER_ELEMENT;
  const read = Kind === Uint32Array ? "getUint32" : size === 8 ? "getFloat64" : "getFloat32";
  return Kind.from({ length: buffer.byteLength / size }, (_, i) => view[read](i * size, true));
}

// Whole numbers as zigzags of seven bits a byte, differences summed up again, times the step.
function unpack({ columns, packed }) {
  const stream = inflate(bytes(packed));
  let at = 0;
  const whole = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = stream[at++];
      value += (byte & 127) * scale;
      if (!(byte & 128)) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
  };
  return columns.map(({ raw, value, count, step, order }) => {
    if (raw !== undefined) return numbers(raw, Float64Array);
    const out = new Float64Array(count);
    if (value !== undefined) return out.fill(value);
    for (let i = 0; i < count; i++) out[i] = whole();
    for (let k = 0; k < order; k++) for (let i = 1; i < count; i++) out[i] += out[i - 1];
    for (let i = 0; i < count; i++) out[i] *= step;
    return out;
  });
}

export const load = () => JSON.parse(document.getElementById("lw-data").textContent);

export function decode(run) {
  const columns = unpack(run), count = columns[run.time].length;
  run.time = columns[run.time];
  run.poses = new Map(run.poses.map(({ name, columns: seven }) => {
    const out = new Float32Array(7 * count);
    seven.forEach((number, k) => { for (let i = 0; i < count; i++) out[7 * i + k] = columns[number][i]; });
    return [name, out];
  }));
  for (const channel of run.channels) channel.values = columns[channel.column];
  if (run.forces) {
    const own = unpack(run.forces);
    run.forces.time = own[run.forces.time];
    for (const arrow of run.forces.arrows) {
      arrow.values = arrow.columns.map((number) => own[number]);
      arrow.path &&= arrow.path.map((number) => own[number]);
    }
  }
  for (const body of run.scene.bodies) body.shapes = run.shapes[body.shapes];
  run.byName = new Map(run.channels.map((channel) => [channel.name, channel]));
  return run;
}

// Index of the last sample at or before t, or 0.
export function sampleAt(time, t) {
  let low = 0, high = time.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

function quoted(text) {
  // A leading = + - @ would be run as a formula by spreadsheet programs.
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return '"' + safe.replace(/"/g, '""') + '"';
}

// As many digits as the page has.
const digits = (value, count) => Number(value.toPrecision(count));

export function csv(run) {
  const channels = run.flat || run.channels;
  const head = ["time [s]", ...channels.map((c) => `${c.name} [${c.unit}]`)].map(quoted).join(",");
  const lines = [head];
  for (let i = 0; i < run.time.length; i++) {
    const row = [digits(run.time[i], 12)];
    for (const channel of channels) row.push(Number.isNaN(channel.values[i]) ? "" : digits(channel.values[i], 8));
    lines.push(row.join(","));
  }
  return lines.join("\r\n") + "\r\n";
}

export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
