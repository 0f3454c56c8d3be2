// Lists with check marks: channels to plot (many: searched), points whose paths are shown.

const MOST = 300;

export function chooseChannels(run, host, chosen, changed) {
  const search = host.querySelector("input[type=search]"), list = host.querySelector(".choices"), count = host.querySelector("[data-role=count]");
  const none = host.querySelector("[data-role=none]"), usual = host.querySelector("[data-role=usual]"), first = new Set(chosen);
  const tell = () => { count.textContent = `${chosen.size} of ${run.channels.length} channels plotted`; };
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = run.channels.filter(({ name, unit, meaning }) => words.every((w) => `${name} ${unit} ${meaning}`.toLowerCase().includes(w)));
    list.replaceChildren(...hits.slice(0, MOST).map((channel) => tick(channel, chosen.has(channel.name), (on) => {
      if (on) chosen.add(channel.name);
      else chosen.delete(channel.name);
      tell();
      changed();
    })));
    if (hits.length > MOST || !hits.length) {
      const more = document.createElement("p");
      more.className = "soft";
      more.textContent = hits.length ? `${hits.length - MOST} more: type part of a name, unit or meaning to narrow the list.` : "No channel has that in its name, unit or meaning.";
      list.append(more);
    }
    tell();
  };
  const reset = (names) => { chosen.clear(); for (const name of names) chosen.add(name); fill(); changed(); };
  search.addEventListener("input", fill);
  none.addEventListener("click", () => reset([]));
  usual.addEventListener("click", () => reset(first));
  fill();
}

function tick({ name, unit, meaning }, on, changed) {
  const label = document.createElement("label"), box = document.createElement("input"), text = document.createElement("span"), tail = document.createElement("span");
  box.type = "checkbox";
  box.checked = on;
  box.addEventListener("change", () => changed(box.checked));
  text.textContent = name;
  tail.textContent = unit ? ` [${unit}]` : "";
  tail.className = "soft";
  label.title = meaning || name;
  label.append(box, text, tail);
  return label;
}

export function choosePaths(run, host, changed) {
  const chosen = new Set(run.paths);
  const tell = () => changed(run.points.filter(({ name }) => chosen.has(name)));
  host.replaceChildren(...run.points.slice(0, MOST).map((point) => {
    const label = tick({ name: point.name, unit: "", meaning: `Show the path of ${point.name}` }, chosen.has(point.name), (on) => {
      if (on) chosen.add(point.name);
      else chosen.delete(point.name);
      tell();
    });
    const dot = document.createElement("i");
    dot.style.background = point.colour;
    label.insertBefore(dot, label.children[1]);
    return label;
  }));
  tell();
}
