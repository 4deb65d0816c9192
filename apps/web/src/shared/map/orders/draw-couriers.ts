import { type Canvas, type Target } from './draw-scene.ts';
import { type CourierMark } from './map-scene.ts';
import { type Circle, figureRadius, moveOff, moveWithin } from './move-off.ts';
import { PlaceIndex } from './place-index.ts';

/** Radius in pixels of a courier, and of several in one. */
const RADIUS = 13;
const GROUP_RADIUS = 16;

/** Half of the width of a number of three digits, in pixels. */
const FIGURE = 11;

/** Width in pixels of the ring around the chosen courier. */
const HALO = 6;

/** Height of a label, and its distance from the disc, in pixels. */
const LABEL_HEIGHT = 16;
const LABEL_GAP = 3;

/** Couriers closer than this many pixels are merged. */
const MERGED = 28;

/** A courier may be drawn this many pixels from the place; without room, it is counted by a group within the second. */
const REACH = 24;
const MERGE_REACH = 64;

/** Milliseconds after which a position begins to fade. */
const FRESH_MS = 2 * 60_000;

type Disc = Pick<Circle, 'x' | 'y'>;

type Pen = Pick<Canvas, 'context' | 'colors'>;

function write({ context, colors }: Pen, text: string, { x, y }: Disc, color: string, size: number): void {
  context.fillStyle = color;
  context.font = `600 ${size}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + 0.5);
}

/** Left, top, right and bottom edge, in pixels. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Whether a box would hide the figure of a circle. */
function coversFigure([left, top, right, bottom]: Box, circle: Circle): boolean {
  const { x, y } = circle;
  const [across, down] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
  return Math.hypot(across, down) < figureRadius(circle);
}

const overlap = (one: Box, other: Box): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

interface Label {
  text: string;
  color: string;
  /** The disc that it belongs to. */
  of: Circle;
  /** On which side it is drawn if there is room. */
  side: 'above' | 'below';
  /** Whether it is drawn without room, too. */
  isCertain?: boolean;
}

/**
 * Draws texts in boxes above or below their discs, where they hide no figure and no other text. The mark of a courier
 * without one still has its colour, and its card the text.
 */
function drawLabels({ context, colors }: Pen, labels: readonly Label[], figures: readonly Circle[]): void {
  const drawn: Box[] = [];
  for (const { text, color, of, side, isCertain = false } of labels) {
    context.font = `500 11px ${colors.font}`;
    const half = context.measureText(text).width / 2 + 5;
    const away = RADIUS + LABEL_GAP;
    const boxes = [of.y - away - LABEL_HEIGHT, of.y + away].map((edge): Box => [
      of.x - half,
      edge,
      of.x + half,
      edge + LABEL_HEIGHT,
    ]);
    if (side === 'below') boxes.reverse();
    const isFree = (box: Box): boolean =>
      !figures.some((each) => coversFigure(box, each)) && !drawn.some((each) => overlap(box, each));
    const box = boxes.find(isFree) ?? (isCertain ? boxes[0] : undefined);
    if (!box) continue;
    drawn.push(box);
    context.beginPath();
    context.roundRect(box[0], box[1], 2 * half, LABEL_HEIGHT, 4);
    context.fillStyle = colors.card;
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = color;
    context.stroke();
    context.fillStyle = color;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, of.x, box[1] + 8.5);
  }
}

/** An arrow in the direction of movement; its tail is notched. */
function drawArrow({ context }: Pen, { x, y }: Disc, heading: number, color: string): void {
  context.save();
  context.translate(x, y);
  context.rotate((heading * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, -7);
  context.lineTo(5.5, 6);
  context.lineTo(0, 3);
  context.lineTo(-5.5, 6);
  context.closePath();
  context.fillStyle = color;
  context.fill();
  context.restore();
}

function drawCourier(pen: Pen, at: Disc, courier: CourierMark, isChosen: boolean): void {
  const { context, colors } = pen;
  const isSilent = courier.silence !== undefined;
  const color = isSilent ? colors.alarm : colors.accent;
  context.save();
  if (isChosen) {
    context.beginPath();
    context.arc(at.x, at.y, RADIUS + HALO, 0, 2 * Math.PI);
    context.fillStyle = colors.accentGround;
    context.fill();
  }
  context.beginPath();
  context.arc(at.x, at.y, RADIUS, 0, 2 * Math.PI);
  context.fillStyle = colors.card;
  context.fill();
  context.globalAlpha = !isSilent && courier.age > FRESH_MS ? 0.6 : 1;
  context.lineWidth = isChosen ? 3 : 2;
  context.strokeStyle = color;
  context.stroke();
  if (courier.heading === null) write(pen, courier.initials, at, isSilent ? colors.alarm : colors.accentText, 11);
  else drawArrow(pen, at, courier.heading, color);
  context.restore();
}

function drawGroup(pen: Pen, at: Disc, couriers: readonly CourierMark[]): void {
  const { context, colors } = pen;
  const isSilent = couriers.some(({ silence }) => silence !== undefined);
  context.beginPath();
  context.arc(at.x, at.y, GROUP_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = colors.accent;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = isSilent ? colors.alarm : colors.card;
  context.stroke();
  write(pen, String(couriers.length), at, colors.card, 12);
}

interface Bubble extends Circle {
  couriers: readonly CourierMark[];
}

/**
 * Places the couriers so that none hides a figure. Without room for one nearby, a group counts it too.
 * @param figures circles that are there already.
 */
function placeCouriers(
  { project, bounds, zoom }: Canvas,
  couriers: readonly CourierMark[],
  figures: readonly Circle[],
): Bubble[] {
  const bubbles: Bubble[] = [];
  // For this zoom alone: they move every second, and groups for all zooms take ten times as long.
  const level = Math.round(zoom);
  const index = new PlaceIndex(couriers, { radius: MERGED, minZoom: level, maxZoom: level });
  for (const { lat, lng, items } of index.groupsIn(bounds, zoom)) {
    // As large as a group, which it may become.
    const circle = { ...project(lat, lng), radius: GROUP_RADIUS, figure: FIGURE };
    const far = circle.radius + MERGE_REACH + GROUP_RADIUS;
    const isNear = ({ x, y }: Circle): boolean => Math.abs(x - circle.x) < far && Math.abs(y - circle.y) < far;
    const [near, others] = [figures.filter(isNear), bubbles.filter(isNear)];
    const at = moveWithin(circle, [...near, ...others], REACH);
    const away = ({ x, y }: Circle): number => Math.hypot(x - circle.x, y - circle.y);
    const group = others.filter((each) => away(each) <= MERGE_REACH).sort((one, other) => away(one) - away(other))[0];
    if (!at && group) group.couriers = [...group.couriers, ...items];
    else bubbles.push({ ...circle, ...(at ?? moveOff(circle, [...figures, ...bubbles])), couriers: items });
  }
  return bubbles;
}

/**
 * Draws the couriers on a separate canvas, so that a move redraws no order.
 * @param couriers without the chosen one.
 * @param taken the marks drawn below; clusters, stops and the open order stay visible.
 * @returns the drawn marks, in drawing order.
 */
export function drawCouriers(
  canvas: Canvas,
  { couriers, chosen }: { couriers: readonly CourierMark[]; chosen: CourierMark | undefined },
  taken: readonly Target[],
): Target[] {
  const { context, width, height, project, colors } = canvas;
  context.clearRect(0, 0, width, height);
  const figures: Circle[] = taken.filter(({ stays }) => stays);
  const targets: Target[] = [];
  const labels: Label[] = [];
  const drawOne = (at: Disc, courier: CourierMark, isChosen: boolean): void => {
    drawCourier(canvas, at, courier, isChosen);
    const of = { ...at, radius: RADIUS };
    if (isChosen) labels.push({ text: courier.name, color: colors.accentText, of, side: 'above', isCertain: true });
    if (courier.silence !== undefined)
      labels.push({ text: courier.silence, color: colors.alarm, of, side: 'below', isCertain: isChosen });
    targets.push({ ...of, hit: { kind: 'courier', courier } });
  };
  // The others make room for the chosen one, who is drawn above them.
  const halo = chosen && { ...project(chosen.lat, chosen.lng), radius: RADIUS + HALO };
  const chosenAt = halo && { ...halo, ...moveOff(halo, figures) };
  const bubbles = placeCouriers(canvas, couriers, chosenAt ? [...figures, chosenAt] : figures);
  for (const { x, y, couriers: here } of bubbles) {
    const [courier, ...others] = here;
    if (courier && others.length === 0) drawOne({ x, y }, courier, false);
    else {
      drawGroup(canvas, { x, y }, here);
      targets.push({ x, y, radius: GROUP_RADIUS, hit: { kind: 'couriers', couriers: here } });
    }
  }
  if (chosen && chosenAt) drawOne({ x: chosenAt.x, y: chosenAt.y }, chosen, true);
  // Those of the chosen one first.
  drawLabels(canvas, labels.toReversed(), [...figures, ...bubbles, ...(chosenAt ? [chosenAt] : [])]);
  return targets;
}
