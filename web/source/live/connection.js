// The websocket: every message has a number, and its answer the same; the time between is kept.
export class Connection {
  constructor(heard, ended) {
    this.count = 0;
    this.sent = new Map();
    this.times = [];
    const address = new URL("/live" + location.search, location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", ({ data }) => heard(this.timed(JSON.parse(data))));
    this.socket.addEventListener("close", () => ended());
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.sent.set(++this.count, performance.now());
    this.socket.send(JSON.stringify({ ...message, id: this.count }));
  }

  timed(message) {
    const begun = this.sent.get(message.id);
    this.sent.delete(message.id);
    if (begun !== undefined && message.answer) this.times.push(performance.now() - begun);
    if (this.times.length > 2000) this.times.splice(0, 1000);
    return message;
  }

  // Median time of answers in ms.
  latency() {
    const sorted = [...this.times].sort((a, b) => a - b), n = sorted.length;
    return n ? 0.5 * (sorted[(n - 1) >> 1] + sorted[n >> 1]) : undefined;
  }
}
