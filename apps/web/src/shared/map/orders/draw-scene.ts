import { DEGREE_METERS, type OrderState } from '@despacho/contracts/dispatch';
import { type Hit, type MapScene, type RouteStop } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';
import { shapePath, STATE_SHAPES } from './mark-shapes.ts';
import { type Circle, moveOff } from './move-off.ts';
import { type OrderMark } from './order-mark.ts';
import { type Bounds, PlaceIndex } from './place-index.ts';
import { type Spot, spreadStacks } from './spread-stacks.ts';

/** A drawn item and its hit area, in pixels of the canvas. */
export interface Target {
  x: number;
  y: number;
  radius: number;
  figure?: number;
  /** Whether it must stay visible: later marks move off it. */
  stays?: true;
  hit: Hit;
}

export interface Canvas {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  colors: MarkColors;
  /** Position of a place on the canvas. */
  project: (lat: number, lng: number) => { x: number; y: number };
  zoom: number;
  /** The content of the canvas. */
  bounds: Bounds;
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

const colorOf = ({ state }: MarkColors, mark: OrderMark): string => mark.color ?? state[mark.state];

type Emphasis = 'none' | 'selected' | 'hovered';

function drawMark(
  { context, colors }: Pick<Canvas, 'context' | 'colors'>,
  { x, y, item }: Spot<OrderMark>,
  emphasis: Emphasis,
): void {
  const radius = emphasis === 'none' ? RADIUS : RADIUS + 1.5;
  const path = pathOf(item.state, radius);
  const color = colorOf(colors, item);
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

/** @returns the radius in pixels of the circle of a cluster. */
const clusterRadius = (count: number): number => Math.min(26, 13 + 2.4 * Math.log2(count));

const countText = (count: number): string => (count > 9999 ? '9999+' : String(count));

/** Half of the width of a digit of the count, in pixels. */
const HALF_DIGIT = 3.6;

/** A ring with a segment per state or colour, and the number of orders; a dot on it if some are late. */
function drawCluster({ context, colors }: Canvas, { x, y, radius }: Circle, items: readonly OrderMark[]): void {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(colorOf(colors, item), (counts.get(colorOf(colors, item)) ?? 0) + 1);
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = colors.card;
  context.fill();
  let from = -Math.PI / 2;
  for (const [color, count] of counts) {
    const to = from + (2 * Math.PI * count) / items.length;
    context.beginPath();
    context.arc(0, 0, radius - 1.5, from, to);
    context.lineWidth = 3;
    context.strokeStyle = color;
    context.stroke();
    from = to;
  }
  context.fillStyle = colors.text;
  context.font = `600 12px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(countText(items.length), 0, 0.5);
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

/** Orders with a ring at most: more would cover the map. */
const MAX_RINGS = 10;

/** @returns whether an order has the ring within which its place is: the open one, and the selected ones while few. */
export const isRinged = ({ selected, shownId }: Pick<MapScene, 'selected' | 'shownId'>, id: string): boolean =>
  id === shownId || (selected.size <= MAX_RINGS && selected.has(id));

/** The ring within which the place of an order is; none if the mark itself covers it. */
function drawRing({ context, colors, project }: Canvas, { lat, lng, radius }: OrderMark): void {
  const { x, y } = project(lat, lng);
  const pixels = Math.abs(project(lat + radius / DEGREE_METERS, lng).y - y);
  if (pixels < STOP_RADIUS + 4) return;
  context.save();
  context.beginPath();
  context.arc(x, y, pixels, 0, 2 * Math.PI);
  context.fillStyle = context.strokeStyle = colors.accent;
  context.globalAlpha = 0.1;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  context.stroke();
  context.restore();
}

const STOP_RADIUS = 10;

/** A numbered circle: filled if visited; dashed if its place is approximate. */
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
  if (mark.approximate && !isDone) context.setLineDash([3, 2]);
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

/** @returns where the hovered mark belongs: its drawn place, or beside the number of its stack. */
export function hoveredAt(targets: readonly Target[], spot: Spot<OrderMark>): { x: number; y: number } {
  const drawn = targets.find(({ hit }) => hit.kind === 'order' && hit.mark.id === spot.item.id);
  return drawn ?? spreadStacks([spot], targets)[0] ?? spot;
}

/** Street level: from this zoom on, only orders at the same place are merged. */
const STREET_ZOOM = 15;
const CROWDS = { radius: 40, minPoints: 5, maxZoom: STREET_ZOOM - 1 };
const STACKS = { radius: 10, minZoom: STREET_ZOOM, maxZoom: 18 };

export const isStreetLevel = (zoom: number): boolean => zoom >= STREET_ZOOM;

export interface Groups {
  index: PlaceIndex<OrderMark>;
  /** Selected, or open: never merged. */
  chosen: readonly OrderMark[];
}

/**
 * @param isStreet whether to group for street level, or for the zooms below it.
 * @returns the orders without the stops of the route, which are drawn apart.
 */
export function groupMarks({ marks, selected, shownId, route }: MapScene, isStreet: boolean): Groups {
  const stopIds = new Set(route.map(({ mark }) => mark.id));
  const isChosen = ({ id }: OrderMark): boolean => selected.has(id) || id === shownId;
  const others = marks.filter(({ id }) => !stopIds.has(id));
  const plain = others.filter((mark) => !isChosen(mark));
  return { index: new PlaceIndex(plain, isStreet ? STACKS : CROWDS), chosen: others.filter(isChosen) };
}

/**
 * Redraws everything, which takes some milliseconds for ten thousand orders.
 * @returns the drawn marks, in drawing order: later items are on top.
 */
export function drawScene(canvas: Canvas, scene: MapScene, groups: Groups): Target[] {
  const { selected, shownId, route } = scene;
  const { context, width, height, project, zoom, bounds } = canvas;
  const margin = 40;
  const isNear = ({ x, y }: { x: number; y: number }): boolean =>
    x > -margin && y > -margin && x < width + margin && y < height + margin;
  const spotOf = (item: OrderMark): Spot<OrderMark> => ({ ...project(item.lat, item.lng), item });
  context.clearRect(0, 0, width, height);
  drawRoute(canvas, route);
  for (const mark of [...groups.chosen, ...route.map((stop) => stop.mark)])
    if (isRinged(scene, mark.id)) drawRing(canvas, mark);

  const targets: Target[] = [];
  /** Circles that no other mark may cover. */
  const figures: Circle[] = [];
  const single: OrderMark[] = [];
  for (const { lat, lng, items } of groups.index.groupsIn(bounds, zoom)) {
    if (items.length === 1) {
      single.push(...items);
      continue;
    }
    const radius = clusterRadius(items.length);
    const figure = Math.max(radius / 2, HALF_DIGIT * countText(items.length).length);
    const circle = { ...moveOff({ ...project(lat, lng), radius }, figures), radius, figure };
    drawCluster(canvas, circle, items);
    figures.push(circle);
    targets.push({ ...circle, stays: true, hit: { kind: 'cluster', marks: items } });
  }
  // The late ones are on top.
  const inOrder = [...single.filter(({ late }) => !late), ...single.filter(({ late }) => late)];
  for (const { item, ...at } of spreadStacks(inOrder.map(spotOf), [])) {
    const spot = { ...moveOff({ ...at, radius: RADIUS }, figures), item };
    drawMark(canvas, spot, 'none');
    targets.push({ x: spot.x, y: spot.y, radius: RADIUS + 4, hit: { kind: 'order', mark: item } });
  }
  for (const { item, ...at } of spreadStacks(groups.chosen.map(spotOf).filter(isNear), targets)) {
    const radius = RADIUS + 7;
    const spot = { ...moveOff({ ...at, radius }, figures), item };
    drawMark(canvas, spot, item.id === shownId ? 'hovered' : 'selected');
    const stays = item.id === shownId && { stays: true as const };
    targets.push({ x: spot.x, y: spot.y, radius, ...stays, hit: { kind: 'order', mark: item } });
  }
  // The next stop is drawn last, and so on top; the visited ones first.
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
