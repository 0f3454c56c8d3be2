// What both pages need to draw a machine.
import { extent } from "./kinematics.js";
import { pretty } from "./plots.js";
import { Stage2D } from "./stage2d.js";
import { Stage3D } from "./stage3d.js";

// Colours of the page as they are now, light or dark.
export function themeNow() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["stage", "grid", "axis", "edge", "hole", "ground", "mark", "soft"];
  const theme = Object.fromEntries(names.map((name) => [name, read(name)]));
  theme.palette = read("palette").split(/\s+/);
  return theme;
}

// The picture in WebGL, or flat on a canvas where there is none. Where FLAT is true when the script is bundled, three.js
// is left out: pages inside notebooks are small and many.
export function stageFor(run, host, theme, status, box = extent(run)) {
  const plain = new URLSearchParams(location.hash.slice(1)).has("2d");
  if (!FLAT && !plain) {
    try {
      return new Stage3D(run, host, box, theme);
    } catch (error) {
      host.querySelectorAll("canvas, .labels").forEach((element) => element.remove());
      status.dataset.webgl = String(error.message);
    }
  }
  const flat = document.getElementById("lw-flat");
  if (!flat || FLAT) return new Stage2D(run, host, box, theme);
  flat.hidden = false;
  if (plain) flat.textContent = "The machine is drawn flat because the address of this page ends in #2d.";
  return new Stage2D(run, host, box, theme);
}

// What the buttons over a picture do; `fit` is called before the machine is fitted into it.
export function stageButtons(stage, host, scene, fit = () => {}) {
  const find = (role) => host.querySelector(`[data-role="${role}"]`);
  find("grid").textContent = `grid ${pretty(stage.step)} ${scene.unit}`;
  find("fit").addEventListener("click", () => { fit(); stage.fit(); });
  find("closer").addEventListener("click", () => stage.zoom(1.25));
  find("farther").addEventListener("click", () => stage.zoom(0.8));
  viewButtons(stage, host);
  find("tilt").hidden = !scene.planar;
  find("tilt").addEventListener("click", (event) => { event.target.textContent = stage.tilt() ? "From above" : "Tilt"; });
}

// Buttons and keys (1 to 4) for views, and one for the frames of bodies.
function viewButtons(stage, host) {
  const names = ["iso", "top", "front", "side"], corner = host.querySelector(".corner");
  const button = (text, title, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, title });
    made.addEventListener("click", () => act(made));
    corner.prepend(made);
    return made;
  };
  button("Axes", "Axes of the world and of all bodies", (made) => {
    const shown = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(shown));
    stage.frames(shown);
  }).dataset.role = "axes";
  [...names].reverse().forEach((name) => {
    button(name[0].toUpperCase() + name.slice(1), `Seen from: ${name} (key ${names.indexOf(name) + 1})`, () => stage.look(name)).dataset.view = name;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const name = names[Number(event.key) - 1];
    if (name) stage.look(name);
  });
}
