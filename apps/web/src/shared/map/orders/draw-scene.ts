import { type OrderState } from '@despacho/contracts/dispatch';
import { type Cluster, clusterRadius, clusterSpots, type Density, type Spot } from './clusters.ts';
import { type Hit, type MapScene, type RouteStop } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';
import { shapePath, STATE_SHAPES } from './mark-shapes.ts';
import { moveOff } from './move-off.ts';
import { type OrderMark } from './order-mark.ts';
import { spreadStacks } from './spread-stacks.ts';

/** A drawn item and its hit area, in pixels of the canvas. */
export interface Target {
  x: number;
  y: number;
  radius: number;
  /** Whether it must stay visible: what is drawn later moves off it. */
  stays?: true;
  hit: Hit;
}

interface Canvas {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  colors: MarkColors;
  /** Position of a place on the canvas. */
  project: (lat: number, lng: number) => { x: number; y: number };
  /** Pixels from the corner of the world to that of the canvas. */
  origin: { x: number; y: number };
}

const RADIUS = 5.5;

const paths = new Map<string, Path2D>();

function pathOf(state: OrderState, radius: number): Path2D {
  const key = `${state} ${radius}`;
  const known = paths.get(key);
  if (known) return known;
  const path = new Path2D(shapePath(STATE_SHAPES[state], radius));
  paths.set(key, path);
  return path;
}

type Emphasis = 'none' | 'selected' | 'hovered';

function drawMark(
  { context, colors }: Pick<Canvas, 'context' | 'colors'>,
  { x, y, item }: Spot<OrderMark>,
  emphasis: Emphasis,
): void {
  const radius = emphasis === 'none' ? RADIUS : RADIUS + 1.5;
  const path = pathOf(item.state, radius);
  const color = colors.state[item.state];
  context.save();
  context.translate(x, y);
  if (emphasis !== 'none') {
    context.beginPath();
    context.arc(0, 0, radius + 5, 0, 2 * Math.PI);
    context.fillStyle = colors.accentGround;
    context.fill();
    context.lineWidth = emphasis === 'hovered' ? 3 : 2;
    context.strokeStyle = colors.accent;
    context.stroke();
  } else if (item.late) {
    context.beginPath();
    context.arc(0, 0, radius + 3.5, 0, 2 * Math.PI);
    context.lineWidth = 1.5;
    context.strokeStyle = colors.alarm;
    context.stroke();
  }
  context.lineWidth = 2;
  context.strokeStyle = item.approximate ? color : colors.card;
  context.fillStyle = item.approximate ? colors.card : color;
  if (item.approximate) {
    context.fill(path);
    context.stroke(path);
  } else {
    context.stroke(path);
    context.fill(path);
  }
  context.restore();
}

/** A ring with a segment per state, and the number of orders; a dot on it if some are late. */
function drawCluster({ context, colors }: Canvas, { x, y, items }: Cluster<OrderMark>): number {
  const radius = clusterRadius(items.length);
  const counts = new Map<OrderState, number>();
  for (const { state } of items) counts.set(state, (counts.get(state) ?? 0) + 1);
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = colors.card;
  context.fill();
  let from = -Math.PI / 2;
  for (const [state, count] of counts) {
    const to = from + (2 * Math.PI * count) / items.length;
    context.beginPath();
    context.arc(0, 0, radius - 1.5, from, to);
    context.lineWidth = 3;
    context.strokeStyle = colors.state[state];
    context.stroke();
    from = to;
  }
  context.fillStyle = colors.text;
  context.font = `600 12px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(items.length > 9999 ? '9999+' : String(items.length), 0, 0.5);
  if (items.some(({ late }) => late)) {
    const edge = radius * Math.SQRT1_2;
    context.beginPath();
    context.arc(edge, -edge, 4, 0, 2 * Math.PI);
    context.fillStyle = colors.alarm;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = colors.card;
    context.stroke();
  }
  context.restore();
  return radius;
}

/** The way between the stops: solid to those that were visited, dashed to those that remain. */
function drawRoute({ context, colors, project }: Canvas, route: MapScene['route']): void {
  const remaining = route.findIndex(({ isDone }) => !isDone);
  const done = remaining === -1 ? route : route.slice(0, remaining);
  const open = remaining === -1 ? [] : route.slice(Math.max(0, remaining - 1));
  context.save();
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [stops, color, dash] of [
    [done, colors.accent, []],
    [open, colors.state.en_ruta, [1, 8]],
  ] as const) {
    context.beginPath();
    for (const { mark } of stops) {
      const { x, y } = project(mark.lat, mark.lng);
      context.lineTo(x, y);
    }
    context.setLineDash([...dash]);
    context.strokeStyle = color;
    context.stroke();
  }
  context.restore();
}

const STOP_RADIUS = 10;

/** A numbered circle: filled if visited. */
function drawStop({ context, colors }: Canvas, { x, y, item }: Spot<RouteStop>, isSelected: boolean): void {
  const { mark, number, isDone } = item;
  const color = colors.state[mark.state];
  const ring = isSelected ? colors.accent : mark.late ? colors.alarm : undefined;
  context.save();
  if (ring !== undefined) {
    context.beginPath();
    context.arc(x, y, STOP_RADIUS + 4, 0, 2 * Math.PI);
    context.fillStyle = colors.accentGround;
    if (isSelected) context.fill();
    context.lineWidth = 2;
    context.strokeStyle = ring;
    context.stroke();
  }
  context.beginPath();
  context.arc(x, y, STOP_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = isDone ? color : colors.card;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = isDone ? colors.card : color;
  context.stroke();
  context.fillStyle = isDone ? colors.card : color;
  context.font = `600 11px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(number), x, y + 0.5);
  context.restore();
}

/** Side of the canvas of the hovered mark, in pixels. */
export const HOVER_SIZE = 2 * (RADIUS + 10);

/** Draws the hovered mark in the middle of a separate canvas, so that moving the pointer redraws nothing else. */
export function drawHovered({ context, colors }: Pick<Canvas, 'context' | 'colors'>, item: OrderMark): void {
  context.clearRect(0, 0, HOVER_SIZE, HOVER_SIZE);
  drawMark({ context, colors }, { x: HOVER_SIZE / 2, y: HOVER_SIZE / 2, item }, 'hovered');
}

/** @returns where the hovered mark belongs: where it is drawn already, or beside the number of its stack. */
export function hoveredAt(targets: readonly Target[], spot: Spot<OrderMark>): { x: number; y: number } {
  const drawn = targets.find(({ hit }) => hit.kind === 'order' && hit.mark.id === spot.item.id);
  return drawn ?? spreadStacks([spot], targets)[0] ?? spot;
}

/** The marks of a scene at one zoom, in pixels from the corner of the world: they stay the same when the map moves. */
export interface Groups {
  single: Spot<OrderMark>[];
  clusters: Cluster<OrderMark>[];
  /** Selected, or open: never merged. */
  chosen: Spot<OrderMark>[];
}

/**
 * The stops of the route are drawn apart.
 * @param toWorld pixels from the corner of the world at the zoom, which has this density.
 */
export function groupMarks(
  { marks, selected, shownId, route }: MapScene,
  toWorld: (lat: number, lng: number) => { x: number; y: number },
  density: Density,
): Groups {
  const plain: Spot<OrderMark>[] = [];
  const chosen: Spot<OrderMark>[] = [];
  const stopIds = new Set(route.map(({ mark }) => mark.id));
  for (const item of marks) {
    if (stopIds.has(item.id)) continue;
    const { x, y } = toWorld(item.lat, item.lng);
    (selected.has(item.id) || item.id === shownId ? chosen : plain).push({ x, y, item });
  }
  const [single, clusters] = clusterSpots(plain, density);
  return { single, clusters, chosen };
}

/**
 * Redraws everything, which takes some milliseconds for ten thousand orders.
 * @returns what was drawn, in drawing order: later items are on top.
 */
export function drawScene(canvas: Canvas, { selected, shownId, route }: MapScene, groups: Groups): Target[] {
  const { context, width, height, project, origin } = canvas;
  const margin = 40;
  const isNear = ({ x, y }: { x: number; y: number }): boolean =>
    x > -margin && y > -margin && x < width + margin && y < height + margin;
  /** Those of the groups that are on the canvas, in its pixels. */
  const near = <T extends { x: number; y: number }>(all: readonly T[]): T[] =>
    all.map((each) => ({ ...each, x: each.x - origin.x, y: each.y - origin.y })).filter(isNear);
  context.clearRect(0, 0, width, height);
  drawRoute(canvas, route);

  const targets: Target[] = [];
  const single = near(groups.single);
  const drawSingle = (spot: Spot<OrderMark>): void => {
    drawMark(canvas, spot, 'none');
    targets.push({ x: spot.x, y: spot.y, radius: RADIUS + 4, hit: { kind: 'order', mark: spot.item } });
  };
  for (const spot of single) if (!spot.item.late) drawSingle(spot);
  for (const cluster of near(groups.clusters)) {
    const { items } = cluster;
    const radius = drawCluster(canvas, cluster);
    targets.push({ x: cluster.x, y: cluster.y, radius, stays: true, hit: { kind: 'cluster', marks: items } });
  }
  for (const spot of single) if (spot.item.late) drawSingle(spot);
  const figures = targets.filter(({ stays }) => stays);
  for (const { item, ...at } of spreadStacks(near(groups.chosen), targets)) {
    const radius = RADIUS + 7;
    const spot = { ...moveOff({ ...at, radius }, figures), item };
    drawMark(canvas, spot, item.id === shownId ? 'hovered' : 'selected');
    const stays = item.id === shownId && { stays: true as const };
    targets.push({ x: spot.x, y: spot.y, radius, ...stays, hit: { kind: 'order', mark: item } });
  }
  // The next stop is drawn last, and so on top; what was visited first.
  const stops = route.map((item) => ({ ...project(item.mark.lat, item.mark.lng), item })).filter(isNear);
  const inDrawingOrder = [
    ...stops.filter(({ item }) => item.isDone),
    ...stops.filter(({ item }) => !item.isDone).reverse(),
  ];
  for (const spot of spreadStacks(inDrawingOrder, targets)) {
    const { mark } = spot.item;
    drawStop(canvas, spot, selected.has(mark.id) || mark.id === shownId);
    targets.push({ x: spot.x, y: spot.y, radius: STOP_RADIUS + 2, stays: true, hit: { kind: 'order', mark } });
  }
  return targets;
}

/** @returns the topmost item at a point of the canvas. */
export const targetAt = (targets: readonly Target[], x: number, y: number): Target | undefined =>
  targets.findLast((each) => (each.x - x) ** 2 + (each.y - y) ** 2 <= each.radius ** 2);
