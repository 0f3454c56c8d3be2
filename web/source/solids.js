// Shapes of a scene as three.js objects, in the body's frame.
import {
  BoxGeometry, BufferGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, ExtrudeGeometry, Float32BufferAttribute, Group,
  LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Path, Quaternion, Shape, SphereGeometry, Vector3,
} from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

const Z = new Vector3(0, 0, 1), Y = new Vector3(0, 1, 0);

export function makeSolids({ planar, thickness, symbol, top, colours }) {
  const materials = new Map();
  const lines = new Map();
  const material = (colour) => {
    if (!materials.has(colour)) materials.set(colour, new MeshLambertMaterial({ color: colour, side: DoubleSide }));
    return materials.get(colour);
  };
  const line = (colour) => {
    if (!lines.has(colour)) lines.set(colour, new LineBasicMaterial({ color: colour }));
    return lines.get(colour);
  };
  const solid = (geometry, colour, edges = 30) => {
    const group = new Group();
    group.add(new Mesh(geometry, material(colour)));
    if (edges) group.add(new LineSegments(new EdgesGeometry(geometry, edges), line(colours.edge)));
    return group;
  };
  const segments = (points, colour) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
    return new LineSegments(geometry, line(colour));
  };
  const cylinder = (radius, height, colour, edges = 30) => {
    const made = solid(new CylinderGeometry(radius, radius, height, 40), colour, edges);
    made.quaternion.setFromUnitVectors(Y, Z);
    const holder = new Group();
    holder.add(made);
    return holder;
  };

  function bar({ start, end, radius }, colour) {
    const a = new Vector3(...start), b = new Vector3(...end), along = b.clone().sub(a), length = along.length();
    if (planar) {
      const outline = new Shape();
      outline.absarc(0, 0, radius, Math.PI / 2, (3 * Math.PI) / 2, false);
      outline.absarc(length, 0, radius, -Math.PI / 2, Math.PI / 2, false);
      outline.closePath();
      const made = solid(new ExtrudeGeometry(outline, { depth: thickness, bevelEnabled: false, curveSegments: 20 }), colour);
      made.position.set(a.x, a.y, a.z - 0.5 * thickness);
      made.rotation.z = Math.atan2(along.y, along.x);
      return made;
    }
    const group = new Group();
    const rod = new Mesh(new CylinderGeometry(radius, radius, length || 1e-9, 24), material(colour));
    rod.position.copy(a).add(b).multiplyScalar(0.5);
    if (length > 0) rod.quaternion.setFromUnitVectors(Y, along.normalize());
    group.add(rod);
    for (const end of [a, b]) {
      const cap = new Mesh(new SphereGeometry(radius, 20, 14), material(colour));
      cap.position.copy(end);
      group.add(cap);
    }
    return group;
  }

  function plate({ points, thickness: depth }, colour) {
    const outline = new Shape(points.map(([x, y]) => new Vector3(x, y, 0)));
    const used = planar ? thickness : depth;
    const made = solid(new ExtrudeGeometry(outline, { depth: used, bevelEnabled: false }), colour);
    made.position.z = points[0][2] - 0.5 * used;
    return made;
  }

  function disc({ centre, radius, axis }, colour) {
    const depth = planar ? thickness : 0.25 * radius;
    const outline = new Shape();
    outline.absarc(0, 0, radius, 0, 2 * Math.PI, false);
    const hole = new Path(); // off the centre: the turning shows
    hole.absarc(-0.62 * radius, 0, 0.14 * radius, 0, 2 * Math.PI, true);
    outline.holes.push(hole);
    const made = solid(new ExtrudeGeometry(outline, { depth, bevelEnabled: false, curveSegments: 40 }), colour);
    made.position.z = -0.5 * depth;
    const group = new Group();
    group.add(made);
    group.position.set(...centre);
    group.quaternion.copy(new Quaternion().setFromUnitVectors(Z, new Vector3(...axis)));
    return group;
  }

  function pin(position, colour, radius) {
    const made = planar ? cylinder(radius, top, colour) : new Group();
    if (!planar) made.add(new Mesh(new SphereGeometry(radius, 18, 12), material(colour)));
    made.position.set(...position);
    if (planar) made.userData.standsAt = 0.5 * top;
    return made;
  }

  function pivot({ position }) {
    const group = new Group(), s = symbol;
    if (planar) {
      const triangle = new Shape([[0, 0], [-1.1 * s, -1.7 * s], [1.1 * s, -1.7 * s]].map(([x, y]) => new Vector3(x, y, 0)));
      const base = solid(new ExtrudeGeometry(triangle, { depth: thickness, bevelEnabled: false }), colours.ground);
      base.position.z = -1.5 * thickness;
      const hatch = [[-1.6 * s, -1.7 * s, -thickness], [1.6 * s, -1.7 * s, -thickness]];
      for (let k = 0; k < 7; k++) hatch.push([s * (-1.35 + 0.48 * k), -1.7 * s, -thickness], [s * (-1.75 + 0.48 * k), -2.2 * s, -thickness]);
      group.add(base, segments(hatch, colours.edge));
    } else {
      const base = solid(new BoxGeometry(2.4 * s, 2.4 * s, 0.8 * s), colours.ground);
      base.position.z = -0.4 * s;
      group.add(base);
    }
    group.add(pin([0, 0, 0], colours.hole, 0.62 * s));
    group.position.set(...position);
    return group;
  }

  function track({ start, end }, ground) {
    const a = new Vector3(...start), along = new Vector3(...end).sub(a), length = along.length() || 1;
    along.normalize();
    const right = planar ? new Vector3(along.y, -along.x, 0) : new Vector3().crossVectors(along, Z);
    const points = [start, end], step = 0.9 * symbol;
    if (ground && length < 400 * step) for (let d = 0.5 * step; d < length; d += step) {
      const foot = a.clone().addScaledVector(along, d);
      points.push(foot.toArray(), foot.clone().addScaledVector(right, 0.7 * step).addScaledVector(along, -0.7 * step).toArray());
    }
    return segments(points, colours.edge);
  }

  return function make(shape, colour, ground) {
    switch (shape.kind) {
      case "bar": return bar(shape, colour);
      case "plate": return plate(shape, colour);
      case "disc": return disc(shape, colour);
      case "pin": return pin(shape.position, colours.hole, 0.5 * symbol);
      case "pivot": return pivot(shape);
      case "track": return track(shape, ground);
      case "block": {
        const [a, b, c] = shape.size;
        const made = solid(new BoxGeometry(a, b, planar ? thickness : c), colour);
        made.position.set(...shape.position);
        return made;
      }
      case "point": return pin(shape.position, colours.mark, 0.3 * symbol);
      default: return new Group();
    }
  };
}

// Lines of WebGL are one pixel wide everywhere; these are strips of triangles, as wide as asked.
export function pathLine(points, colour, faint) {
  const geometry = new LineGeometry();
  geometry.setPositions(points);
  const line = new Line2(geometry, new LineMaterial({ color: colour, linewidth: faint ? 1.4 : 2.2, transparent: faint, opacity: faint ? 0.5 : 1 }));
  line.frustumCulled = false;
  return line;
}
