// The machine in three.js: from above for a planar machine, with a free view for a spatial one.
import {
  AmbientLight, AxesHelper, Color, DirectionalLight, GridHelper, Group, HemisphereLight, MOUSE, OrthographicCamera, PerspectiveCamera, Plane, Raycaster, Scene, TOUCH,
  Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { anchors, niceStep, path, poseAt, worldPoint, wound } from "./kinematics.js";
import { makeSolids, pathLine } from "./solids.js";
import { Arrows } from "./arrows.js";
import { labels } from "./labels.js";

// How bodies spread, without the ground: the greatest extent at one instant, that over the run, and the first middle.
function spread(run) {
  const n = run.time.length, stride = Math.max(1, Math.floor(n / 40));
  const empty = () => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });
  const size = ({ low, high }) => Math.max(0, ...high.map((v, k) => v - low[k]).filter(Number.isFinite));
  const whole = empty();
  let own = 0, middle = [0, 0, 0];
  for (let i = 0; i < n; i += stride) {
    const now = empty();
    for (const body of run.scene.bodies) {
      const poses = run.poses.get(body.name);
      if (poses) for (const point of body.shapes.flatMap(anchors)) worldPoint(poses, i, point).forEach((v, k) => {
        for (const box of [now, whole]) { box.low[k] = Math.min(box.low[k], v); box.high[k] = Math.max(box.high[k], v); }
      });
    }
    own = Math.max(own, size(now));
    if (i === 0) middle = now.low.map((v, k) => 0.5 * (v + now.high[k]));
  }
  return { own, travelled: size(whole), middle };
}

export class Stage3D {
  constructor(run, host, box, theme) {
    Object.assign(this, { run, host, box, planar: run.scene.planar, tilted: !run.scene.planar, paths: [], kind: "webgl" });
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    host.prepend(this.renderer.domElement);
    this.half = 0.56 * box.size;
    this.camera = this.planar ? new OrthographicCamera(-1, 1, 1, -1, 0.01 * box.size, 20 * box.size)
      : new PerspectiveCamera(35, 1, 0.02 * box.size, 60 * box.size);
    this.camera.up.set(0, this.planar ? 1 : 0, this.planar ? 0 : 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableZoom = false; // the wheel scrolls the page until the picture has been clicked
    this.controls.addEventListener("change", () => this.render());
    host.addEventListener("focusin", () => { this.controls.enableZoom = true; });
    host.addEventListener("focusout", () => { this.controls.enableZoom = false; });
    this.renderer.domElement.addEventListener("pointerdown", () => host.focus({ preventScroll: true }));
    this.labels = labels(run, host);
    this.recolour(theme);
    // A machine that travels further than twice its own extent is followed.
    const { own, travelled, middle } = spread(run);
    this.own = own;
    this.follows = own > 0 && travelled > 2 * own;
    if (run.forces) this.arrows = new Arrows(run, host, { size: this.follows ? own : box.size, lift: this.planar ? this.top : 0 });
    if (this.follows) {
      this.half = 0.8 * own;
      this.show(run.time[0]);
      this.offset = new Vector3(...middle).sub(this.seat); // from the mean of the bodies' origins to their middle
    }
    this.fit();
    new ResizeObserver(() => this.resize()).observe(host);
  }

  recolour(theme) {
    const { run, box } = this;
    this.theme = theme;
    this.scene?.traverse((object) => { object.geometry?.dispose(); for (const material of [object.material].flat()) material?.dispose(); });
    this.paths = [];
    this.scene = new Scene();
    this.scene.background = new Color(theme.stage);
    this.scene.add(new AmbientLight(0xffffff, 1.1), new HemisphereLight(0xffffff, 0x8899aa, 1.2));
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(-0.4 * box.size, -0.6 * box.size, 2 * box.size);
    this.scene.add(sun);
    const step = niceStep(box.size / 8), count = Math.min(60, 2 * Math.ceil((1.6 * box.size) / step));
    const grid = new GridHelper(count * step, count, theme.axis, theme.grid);
    grid.rotation.x = Math.PI / 2;
    const families = [...new Set(run.scene.bodies.map((body) => body.family))];
    const layers = Math.min(6, families.length || 1), symbol = run.scene.symbol || 0.017 * box.size, thickness = 0.8 * symbol;
    this.top = (1.2 * layers - 0.3) * thickness; // just above the uppermost layer
    const round = (v) => Math.round(v / step) * step;
    grid.position.set(round(box.centre[0]), round(box.centre[1]), this.planar ? -3 * thickness : box.low[2]);
    this.scene.add(grid);
    this.step = step;
    const colours = { edge: theme.edge, hole: theme.hole, ground: theme.ground, mark: theme.mark };
    const { make, span } = makeSolids({ planar: this.planar, thickness, symbol, top: this.top, colours });
    for (const shape of run.scene.ground) this.scene.add(this.raised(make(shape, theme.ground, true), 0));
    this.bodies = run.scene.bodies.map((body) => {
      const family = families.indexOf(body.family), holder = new Group();
      const lift = this.planar ? 1.2 * thickness * (family % layers) : 0;
      for (const shape of body.shapes) holder.add(this.raised(make(shape, theme.palette[family % theme.palette.length], false), lift));
      holder.userData.body = body.name;
      const axes = new AxesHelper(Math.max(6 * symbol, 0.05 * (this.own ?? box.size)));
      axes.material.depthTest = false; // seen through the body
      axes.visible = this.framed ?? false;
      axes.userData.frame = true;
      holder.add(axes);
      this.scene.add(holder);
      return { holder, axes, name: body.name, poses: run.poses.get(body.name), pose: new Float64Array([0, 0, 0, 1, 0, 0, 0]) };
    });
    this.spans = (run.scene.spans || []).map((each) => {
      const group = span(each);
      this.scene.add(group);
      return { ...each, group };
    });
    this.triad = new AxesHelper(0.15 * (this.own ?? box.size));
    this.triad.visible = this.framed ?? false;
    this.scene.add(this.triad);
    this.setPaths(this.followed || [], this.source);
    if (this.t !== undefined) this.show(this.t);
  }

  raised(object, lift) {
    object.position.z += object.userData.standsAt ?? lift;
    for (const child of object.children) if (child.userData.standsAt) child.position.z += child.userData.standsAt;
    return object;
  }

  // Points whose paths in a run are shown.
  setPaths(points, run = this.run) {
    for (const { past, whole } of this.paths) for (const line of [past, whole]) { this.scene.remove(line); line.geometry.dispose(); line.material.dispose(); }
    Object.assign(this, { followed: points, source: run });
    this.paths = points.filter(({ body }) => run.poses.has(body) && run.time.length > 1).map((point) => {
      const xyz = path(run, point);
      if (this.planar) for (let i = 2; i < xyz.length; i += 3) xyz[i] = 1.05 * this.top;
      const past = pathLine(xyz, point.colour, false), whole = pathLine(xyz, point.colour, true);
      this.scene.add(past, whole);
      return { past, whole };
    });
    if (this.sample !== undefined) this.trim();
    this.render();
  }

  // Another picture of the same bodies.
  redraw(scene) {
    this.run.scene = scene;
    this.host.querySelector(".labels").remove();
    this.labels = labels(this.run, this.host);
    this.recolour(this.theme);
  }

  // Lets bodies be pulled: `pull(body, point in its frame, place in the world)`.
  grip(pull) {
    const ray = new Raycaster(), plane = new Plane(), to = new Vector3(), canvas = this.renderer.domElement;
    let held = null;
    const aim = (event) => {
      const box = canvas.getBoundingClientRect();
      ray.setFromCamera(new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height), this.camera);
    };
    const hit = (event) => {
      aim(event);
      const first = ray.intersectObjects(this.bodies.map(({ holder }) => holder), true).find(({ object }) => object.isMesh); // edges are lines without width
      if (!first) return null;
      let holder = first.object;
      while (holder.userData.body === undefined) holder = holder.parent;
      return { body: holder.userData.body, place: first.point, point: holder.worldToLocal(first.point.clone()) };
    };
    const coordinates = (v) => [v.x, v.y, this.planar ? 0 : v.z];
    this.host.addEventListener("pointerdown", (event) => {
      if (event.target !== canvas || event.button !== 0) return;
      held = hit(event);
      if (!held) return;
      this.controls.enabled = false; // the view stays while a body is pulled
      canvas.setPointerCapture(event.pointerId);
      const normal = this.planar ? new Vector3(0, 0, 1) : this.camera.getWorldDirection(new Vector3());
      plane.setFromNormalAndCoplanarPoint(normal, held.place);
      this.host.classList.add("pulling");
    }, true);
    canvas.addEventListener("pointermove", (event) => {
      if (!held) { if (!event.buttons) this.host.classList.toggle("grip", hit(event) !== null); return; }
      aim(event);
      if (ray.ray.intersectPlane(plane, to)) pull(held.body, coordinates(held.point), coordinates(to));
    });
    const release = () => { held = null; this.controls.enabled = true; this.host.classList.remove("pulling"); };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
  }

  trim() { for (const { past } of this.paths) past.geometry.instanceCount = this.sample;  }

  show(t, sample = this.sample) {
    this.t = t;
    this.sample = sample;
    for (const { holder, poses, pose } of this.bodies) {
      if (!poses) continue;
      poseAt(this.run.time, poses, t, pose);
      holder.position.set(pose[0], pose[1], pose[2]);
      holder.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
    }
    const world = (name, point) => {
      const body = this.bodies.find((each) => each.name === name);
      return body ? worldPoint(body.pose, 0, point) : point;
    };
    const from = new Vector3(), to = new Vector3(), at = (out, name, point) => {
      const [x, y, z] = world(name, point);
      return out.set(x, y, this.planar ? this.top : z);
    };
    for (const { group, first, start, second, end, ...more } of this.spans) {
      if (group.userData.wind) {
        group.userData.wind(wound({ first, start, second, end, ...more }, world).map(([x, y, z]) => [x, y, this.planar ? this.top : z]));
        continue;
      }
      at(from, first, start);
      at(to, second, end).sub(from);
      group.position.copy(from);
      group.userData.stretch(to.length());
      if (to.lengthSq() > 0) group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), to.normalize());
    }
    if (this.follows) this.follow();
    this.trim();
    this.render();
  }

  // The camera goes along with a machine that travels.
  follow() {
    const middle = new Vector3();
    for (const { pose } of this.bodies) middle.add(new Vector3(pose[0], pose[1], pose[2]));
    middle.divideScalar(this.bodies.length || 1);
    if (this.seat) {
      const step = middle.clone().sub(this.seat);
      if (this.planar) step.z = 0;
      this.camera.position.add(step);
      this.controls.target.add(step);
      this.controls.update();
    }
    this.seat = middle;
  }

  // Frames of all bodies and of the world, shown or not.
  frames(shown) {
    this.framed = shown;
    this.triad.visible = shown;
    for (const { axes } of this.bodies) axes.visible = shown;
    this.render();
  }

  // From the top, the front, the side, or isometrically, as pictures are.
  look(view) {
    const from = { top: [0, 0, 1], front: [0, -1, 0], side: [1, 0, 0], iso: [1, -1, 1] }[view];
    if (!from) return;
    const far = 2.6 * (this.reach ?? this.box.size);
    if (this.tilted !== (view !== "top" || !this.planar)) { this.tilted = !this.tilted; this.remake(); this.fit(); }
    if (this.tilted) {
      const way = new Vector3(...from).normalize();
      if (view === "top") way.y -= 1e-4; // straight from above the picture has no upward direction
      this.camera.position.copy(this.controls.target).addScaledVector(way, (this.camera.isOrthographicCamera ? 4 : 1) * far);
      this.resize();
    }
    this.viewed = view;
  }

  fit() {
    this.reach = this.follows ? this.own : this.box.size;
    const far = this.reach;
    let [x, y, z] = this.box.centre;
    if (this.follows) [x, y, z] = this.seat.clone().add(this.offset).toArray();
    this.controls.target.set(x, y, this.planar ? 0 : z);
    if (this.planar && !this.tilted) this.camera.position.set(x, y, 4 * far);
    else if (this.planar) this.camera.position.set(x + 1.2 * far, y - 3 * far, 3 * far);
    else this.camera.position.set(x + 1.05 * far, y - 1.4 * far, z + 0.85 * far);
    this.camera.up.set(0, this.planar && !this.tilted ? 1 : 0, this.planar && !this.tilted ? 0 : 1);
    this.camera.zoom = 1;
    this.controls.enableRotate = this.tilted;
    this.controls.mouseButtons.LEFT = this.tilted ? MOUSE.ROTATE : MOUSE.PAN;
    this.controls.touches.ONE = this.tilted ? TOUCH.ROTATE : TOUCH.PAN;
    this.resize();
  }

  tilt() { this.tilted = !this.tilted; this.remake(); this.fit(); return this.tilted; }

  // OrbitControls keeps the up direction it was made with.
  remake() {
    this.camera.up.set(0, this.tilted ? 0 : 1, this.tilted ? 1 : 0);
    this.controls.dispose();
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableZoom = document.activeElement === this.host;
    this.controls.addEventListener("change", () => this.render());
  }

  zoom(factor) {
    if (this.camera.isOrthographicCamera) this.camera.zoom *= factor;
    else this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.render();
  }

  resize() {
    const width = this.host.clientWidth, height = this.host.clientHeight;
    if (!width || !height) return;
    this.renderer.setSize(width, height);
    const ratio = width / height, { low, high } = this.box;
    if (this.camera.isOrthographicCamera) {
      const half = this.follows ? this.half * 1.1 : this.tilted ? this.half * 1.1 : 0.56 * Math.max(high[1] - low[1], (high[0] - low[0]) / ratio, 0.05 * this.box.size);
      Object.assign(this.camera, { left: -half * ratio, right: half * ratio, top: half, bottom: -half });
    } else {
      this.camera.aspect = ratio;
      this.camera.fov = ratio < 1 ? 48 : 35;
    }
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.render();
  }

  render() {
    this.renderer.render(this.scene, this.camera);
    const width = this.host.clientWidth, height = this.host.clientHeight, point = new Vector3();
    const t = this.t ?? this.run.time[0], project = (x, y, z) => {
      point.set(x, y, z).project(this.camera);
      return [0.5 * width * (1 + point.x), 0.5 * height * (1 - point.y)];
    };
    this.labels.place(t, project);
    this.arrows?.place(t, project);
  }
}
