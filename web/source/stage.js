// What both pages need to draw a machine.
import { extent } from "./kinematics.js";
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
