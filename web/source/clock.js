// The time of the page: play, pause, speed, scrub. Everything else listens to it.

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Clock {
  constructor(start, stop, host) {
    Object.assign(this, { start, stop, t: start, playing: false, listeners: [], frames: 0 });
    const find = (role) => host.querySelector(`[data-role="${role}"]`);
    this.button = find("play");
    this.slider = find("scrub");
    this.readout = find("time");
    this.speedBox = find("speed");
    this.loop = find("loop");
    const duration = stop - start || 1;
    // A whole run should take some 3 to 30 s to watch: real time where that fits.
    const wanted = duration > 30 ? duration / 30 : duration < 3 ? duration / 3 : 1;
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
    for (const s of SPEEDS) {
      const option = document.createElement("option");
      option.value = s;
      option.textContent = s === 1 ? "real time" : `${s} ×`;
      option.selected = s === this.speed;
      this.speedBox.append(option);
    }
    this.decimals = Math.min(6, Math.max(2, 3 - Math.floor(Math.log10(duration))));
    this.button.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => { this.pause(); this.set(start + (Number(this.slider.value) / 1000) * (stop - start)); });
    this.speedBox.addEventListener("change", () => { this.speed = Number(this.speedBox.value); });
    this.key = this.key.bind(this);
    document.addEventListener("keydown", this.key);
    this.tick = this.tick.bind(this);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|BUTTON|TEXTAREA|SUMMARY|A)$/.test(event.target.tagName)) return;
    const step = (this.stop - this.start) / (event.shiftKey ? 20 : 200);
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowRight") { this.pause(); this.set(this.t + step); }
    else if (event.key === "ArrowLeft") { this.pause(); this.set(this.t - step); }
    else return;
    event.preventDefault();
  }

  // For a page that gets another run.
  end() { this.pause(); document.removeEventListener("keydown", this.key); }

  listen(listener) { this.listeners.push(listener); }

  set(t) {
    this.t = Math.min(this.stop, Math.max(this.start, t));
    this.slider.value = this.stop > this.start ? (1000 * (this.t - this.start)) / (this.stop - this.start) : 0;
    const text = `${this.t.toFixed(this.decimals)} s`;
    this.readout.textContent = `t = ${text}`;
    this.slider.setAttribute("aria-valuetext", text);
    for (const listener of this.listeners) listener(this.t);
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (this.t >= this.stop) this.set(this.start);
    this.playing = true;
    this.last = undefined;
    this.show();
    requestAnimationFrame(this.tick);
  }

  pause() { this.playing = false; this.show(); }

  show() {
    this.button.textContent = this.playing ? "❚❚ Pause" : "▶ Play";
    this.button.setAttribute("aria-pressed", String(this.playing));
  }

  tick(now) {
    if (!this.playing) return;
    const passed = this.last === undefined ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    let next = this.t + passed * this.speed;
    if (next >= this.stop) {
      if (this.loop.checked && this.stop > this.start) next = this.t >= this.stop ? this.start : this.stop;
      else { next = this.stop; this.pause(); }
    }
    this.frames++;
    this.set(next);
    if (this.playing) requestAnimationFrame(this.tick);
  }
}
