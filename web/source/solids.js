// Shapes of a scene as three.js objects, in the body's frame.
import {
  BoxGeometry, BufferGeometry, CatmullRomCurve3, CylinderGeometry, DoubleSide, EdgesGeometry, ExtrudeGeometry, Float32BufferAttribute, Group,
  LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Path, Quaternion, Shape, SphereGeometry, TubeGeometry, Vector3,
} from "three";
import { numbers } from "./data.js";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

const Z = new Vector3(0, 0, 1), Y = new Vector3(0, 1, 0);
const DARK = "#3d4650", METAL = "#9aa4ae";
const COILS = 9; // turns of a spring, as in pictures

// Puts an object at a position and a quaternion e0, e1, e2, e3 of its body.
function placed(object, { position = [0, 0, 0], quaternion: q = [1, 0, 0, 0] }) {
  const holder = new Group();
  holder.add(object);
  holder.position.set(...position);
  holder.quaternion.set(q[1], q[2], q[3], q[0]);
  return holder;
}

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

  function plate(shape, colour) {
    const { points } = shape, used = planar && !shape.colour ? thickness : shape.thickness;
    const outline = new Shape(points.map(([x, y]) => new Vector3(x, y, 0)));
    const made = solid(new ExtrudeGeometry(outline, { depth: used, bevelEnabled: false }), colour);
    made.position.z = points[0][2] - 0.5 * used;
    return placed(made, shape);
  }

  function disc({ centre, radius, axis, thickness: own }, colour) {
    const depth = planar ? thickness : own ?? 0.25 * radius;
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

  // A round tube about z, or a full cylinder.
  function tube(radius, length, inner, colour) {
    const outline = new Shape();
    outline.absarc(0, 0, radius, 0, 2 * Math.PI, false);
    if (inner > 0) {
      const hole = new Path();
      hole.absarc(0, 0, inner, 0, 2 * Math.PI, true);
      outline.holes.push(hole);
    }
    const made = solid(new ExtrudeGeometry(outline, { depth: length, bevelEnabled: false, curveSegments: 32 }), colour);
    made.position.z = -0.5 * length;
    const holder = new Group();
    holder.add(made);
    return holder;
  }

  function surface({ corners, triangles }, colour) {
    const geometry = new BufferGeometry();
    const places = numbers(corners, Float32Array), order = numbers(triangles, Uint32Array), out = new Float32Array(3 * order.length);
    order.forEach((k, i) => out.set(places.subarray(3 * k, 3 * k + 3), 3 * i)); // not shared: edges stay sharp
    geometry.setAttribute("position", new Float32BufferAttribute(out, 3));
    geometry.computeVertexNormals();
    return new Mesh(geometry, material(colour));
  }

  const wire = (points, radius, colour) => {
    const curve = new CatmullRomCurve3(points.map((point) => new Vector3(...point)));
    return new Mesh(new TubeGeometry(curve, 2 * points.length, radius, 8), material(colour));
  };

  // A spring or a damper along z from 0 to 1 (spring) or with a rod of its own length; `stretch` fits it between two points.
  function span({ kind, radius, length }) {
    const group = new Group();
    if (kind === "spring") {
      const points = [[0, 0, 0]];
      for (let k = 0; k <= 12 * COILS; k++) {
        const u = k / (12 * COILS), size = radius * Math.min(1, Math.min(u, 1 - u) * 2 * COILS), angle = 2 * Math.PI * COILS * u;
        points.push([size * Math.cos(angle), size * Math.sin(angle), length * (0.08 + 0.84 * u)]);
      }
      points.push([0, 0, length]);
      group.add(wire(points, 0.17 * radius, DARK));
      group.userData.stretch = (now) => { group.scale.z = Math.max(now, 1e-6) / length; };
      return group;
    }
    if (kind === "torsion") {
      group.userData.wind = (points) => {
        for (const old of [...group.children]) { group.remove(old); old.traverse((each) => { each.geometry?.dispose(); each.material?.dispose(); }); }
        group.add(wire(points, 0.08 * radius, DARK));
      };
      return group;
    }
    const begin = 0.12 * length, pot = 0.55 * length;
    const stem = placed(tube(0.25 * radius, begin, 0, DARK), { position: [0, 0, 0.5 * begin] });
    const body = placed(tube(radius, pot, 0, METAL), { position: [0, 0, begin + 0.5 * pot] });
    const rod = placed(tube(0.25 * radius, 1, 0, DARK), {});
    group.add(stem, body, rod);
    group.userData.stretch = (now) => {
      const from = Math.min(begin + 0.5 * pot, now), size = Math.max(now - from, 1e-6);
      rod.scale.z = size;
      rod.position.z = from + 0.5 * size;
    };
    return group;
  }

  function pin(position, colour, radius, axis = []) {
    const made = planar ? cylinder(radius, top, colour) : new Group();
    if (!planar && axis.length) {
      const bolt = tube(1.5 * radius, 5.6 * radius, 0, METAL);
      bolt.quaternion.setFromUnitVectors(Z, new Vector3(...axis).normalize());
      made.add(bolt);
    } else if (!planar) made.add(new Mesh(new SphereGeometry(1.7 * radius, 18, 12), material(METAL)));
    made.position.set(...position);
    if (planar) made.userData.standsAt = 0.5 * top;
    return made;
  }

  function pivot({ position, axis }) {
    const group = new Group(), s = symbol;
    if (planar) {
      const triangle = new Shape([[0, 0], [-1.1 * s, -1.7 * s], [1.1 * s, -1.7 * s]].map(([x, y]) => new Vector3(x, y, 0)));
      const base = solid(new ExtrudeGeometry(triangle, { depth: thickness, bevelEnabled: false }), colours.ground);
      base.position.z = -1.5 * thickness;
      const hatch = [[-1.6 * s, -1.7 * s, -thickness], [1.6 * s, -1.7 * s, -thickness]];
      for (let k = 0; k < 7; k++) hatch.push([s * (-1.35 + 0.48 * k), -1.7 * s, -thickness], [s * (-1.75 + 0.48 * k), -2.2 * s, -thickness]);
      group.add(base, segments(hatch, colours.edge));
    } else {
      const base = solid(new BoxGeometry(2.6 * s, 2.6 * s, 0.9 * s), colours.ground);
      base.position.z = -1.3 * s;
      group.add(base);
    }
    group.add(pin([0, 0, 0], colours.hole, 0.62 * s, axis));
    group.position.set(...position);
    return group;
  }

  function track({ start, end }, ground) {
    const a = new Vector3(...start), along = new Vector3(...end).sub(a), length = along.length() || 1;
    along.normalize();
    const right = new Vector3(along.y, -along.x, 0);
    const points = [start, end], step = 0.9 * symbol;
    if (!planar) { // a rail
      const rail = tube(0.45 * symbol, length, 0, colours.ground);
      rail.position.copy(a).addScaledVector(along, 0.5 * length);
      rail.quaternion.setFromUnitVectors(Z, along);
      return rail;
    }
    if (ground && length < 400 * step) for (let d = 0.5 * step; d < length; d += step) {
      const foot = a.clone().addScaledVector(along, d);
      points.push(foot.toArray(), foot.clone().addScaledVector(right, 0.7 * step).addScaledVector(along, -0.7 * step).toArray());
    }
    return segments(points, colours.edge);
  }

  const make = (shape, given, ground) => {
    const colour = shape.colour || given;
    switch (shape.kind) {
      case "bar": return bar(shape, colour);
      case "plate": return plate(shape, colour);
      case "disc": return disc(shape, colour);
      case "cylinder": return placed(tube(shape.radius, shape.length, shape.inner, colour), shape);
      case "sphere": return placed(new Mesh(new SphereGeometry(shape.radius, 32, 20), material(colour)), shape);
      case "surface": return surface(shape, colour);
      case "wire": return wire(shape.points, shape.radius, colour);
      case "pin": return pin(shape.position, colours.hole, 0.5 * symbol, shape.axis);
      case "pivot": return pivot(shape);
      case "track": return track(shape, ground);
      case "block": {
        const [a, b, c] = shape.size;
        return placed(solid(new BoxGeometry(a, b, planar && !shape.colour ? thickness : c), colour), shape);
      }
      case "point": return planar ? pin(shape.position, colours.mark, 0.3 * symbol) : placed(new Mesh(new SphereGeometry(0.3 * symbol, 14, 10), material(colours.mark)), shape);
      default: return new Group();
    }
  };
  return { make, span };
}

// Lines of WebGL are one pixel wide everywhere; these are strips of triangles, as wide as asked.
export function pathLine(points, colour, faint) {
  const geometry = new LineGeometry();
  geometry.setPositions(points);
  const line = new Line2(geometry, new LineMaterial({ color: colour, linewidth: faint ? 1.4 : 2.2, transparent: faint, opacity: faint ? 0.5 : 1 }));
  line.frustumCulled = false;
  return line;
}
