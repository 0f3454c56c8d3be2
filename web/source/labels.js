// Names of points, as text over the picture; `place` is given the projection to pixels.
import { poseAt, rotate } from "./kinematics.js";

const MOST = 60;

export function labels(run, host) {
  const layer = document.createElement("div");
  layer.className = "labels";
  host.append(layer);
  const entries = [];
  const add = (text, body, position) => {
    if (entries.length >= MOST) return;
    const element = document.createElement("span");
    element.textContent = text;
    layer.append(element);
    entries.push({ element, poses: body && run.poses.get(body), position, pose: new Float64Array(7), fixed: !body });
  };
  for (const shape of run.scene.ground) if (shape.kind === "point") add(shape.label, null, shape.position);
  for (const body of run.scene.bodies) for (const shape of body.shapes) if (shape.kind === "point") add(shape.label, body.name, shape.position);
  return {
    place(t, project) {
      for (const { element, poses, position, pose, fixed } of entries) {
        if (!fixed && !poses) continue;
        let world = position;
        if (!fixed) {
          poseAt(run.time, poses, t, pose);
          const [x, y, z] = rotate(pose.subarray(3), position);
          world = [x + pose[0], y + pose[1], z + pose[2]];
        }
        const [x, y] = project(...world);
        element.style.transform = `translate(${Math.round(x) + 8}px, ${Math.round(y) - 20}px)`;
      }
    },
  };
}
