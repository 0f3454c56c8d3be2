// A slider with a field for its number: positions, parameters, gains.
export class Slider {
  // `kind` is the name of the attribute by which the slider is found: quantity, parameter or gain.
  constructor(entry, kind, changed) {
    Object.assign(this, { entry, first: entry.value });
    const make = (tag, attributes) => Object.assign(document.createElement(tag), attributes);
    this.row = make("div", { className: "slider", title: entry.meaning || entry.name });
    const name = make("span", { textContent: entry.name }), unit = make("span", { className: "soft", textContent: entry.unit });
    this.range = make("input", { type: "range", min: entry.low, max: entry.high, step: "any", value: entry.value });
    this.range.dataset[kind] = entry.name;
    this.range.setAttribute("aria-label", `${entry.name} ${entry.unit}`);
    this.number = make("input", { type: "number", step: "any", value: this.digits(entry.value) });
    this.number.setAttribute("aria-label", `${entry.name} ${entry.unit}, as a number`);
    this.range.addEventListener("input", () => { this.number.value = this.digits(Number(this.range.value)); changed(Number(this.range.value)); });
    this.number.addEventListener("change", () => {
      const value = this.number.valueAsNumber;
      if (Number.isFinite(value)) { this.widen(value); this.range.value = value; changed(value); }
    });
    this.row.append(name, this.range, this.number, unit);
  }

  // A value as text: six digits, and none of what rounding leaves of zero.
  digits(value) {
    const small = Math.abs(value) < 1e-12 * (Number(this.range.max) - Number(this.range.min));
    return String(small ? 0 : Number(value.toPrecision(6)));
  }

  // A number beyond the ends of the slider moves the end.
  widen(value) {
    if (value < Number(this.range.min)) this.range.min = value;
    if (value > Number(this.range.max)) this.range.max = value;
  }

  // Shows a value that came with an answer; an angle with the whole turns that lie nearest to where the slider is.
  show(value) {
    const near = Number(this.range.value), turn = 2 * Math.PI;
    const shown = this.entry.unit === "rad" ? value + turn * Math.round((near - value) / turn) : value;
    this.widen(shown);
    this.range.value = shown;
    if (document.activeElement !== this.number) this.number.value = this.digits(shown);
  }
}

// A list of sliders that can be searched, with a button that puts them back to their first values.
export function sliderList(card, entries, kind, set) {
  const list = card.querySelector(".sliders"), search = card.querySelector("input[type=search]"), reset = card.querySelector("[data-role=reset]");
  card.hidden = !entries.length;
  const sliders = new Map(entries.map((entry) => [entry.name, new Slider(entry, kind, (value) => set({ [entry.name]: value }))]));
  list.replaceChildren(...[...sliders.values()].map(({ row }) => row));
  if (search) {
    card.querySelector("[data-role=how-many]").textContent = entries.length;
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const { row, entry } of sliders.values()) row.hidden = !words.every((w) => `${entry.name} ${entry.unit} ${entry.meaning}`.toLowerCase().includes(w));
    });
    reset.addEventListener("click", () => {
      const moved = [...sliders.values()].filter(({ range, first }) => Number(range.value) !== first);
      for (const slider of moved) { slider.range.value = slider.first; slider.number.value = slider.digits(slider.first); }
      if (moved.length) set(Object.fromEntries(moved.map(({ entry, first }) => [entry.name, first])));
    });
  }
  return sliders;
}
