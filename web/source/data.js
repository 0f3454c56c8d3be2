// The run as embedded in the page: JSON with base64 arrays, little-endian.

function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

const little = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function numbers(text, Kind) {
  const buffer = bytes(text);
  if (little) return new Kind(buffer);
  const view = new DataView(buffer), size = Kind.BYTES_PER_ELEMENT;
  const read = Kind === Uint32Array ? "getUint32" : size === 8 ? "getFloat64" : "getFloat32";
  return Kind.from({ length: buffer.byteLength / size }, (_, i) => view[read](i * size, true));
}

export const load = () => decode(JSON.parse(document.getElementById("lw-data").textContent));

export function decode(run) {
  run.time = numbers(run.time, Float64Array);
  run.poses = new Map(run.poses.map(({ name, data }) => [name, numbers(data, Float32Array)]));
  for (const channel of run.channels) channel.values = numbers(channel.data, Float64Array);
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

export function csv(run) {
  const head = ["time [s]", ...run.channels.map((c) => `${c.name} [${c.unit}]`)].map(quoted).join(",");
  const lines = [head];
  for (let i = 0; i < run.time.length; i++) {
    const row = [run.time[i]];
    for (const channel of run.channels) row.push(Number.isNaN(channel.values[i]) ? "" : channel.values[i]);
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
