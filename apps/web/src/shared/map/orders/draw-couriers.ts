import { type Canvas, type Target } from './draw-scene.ts';
import { type CourierMark } from './map-scene.ts';
import { type Circle, moveOff } from './move-off.ts';
import { type Group, PlaceIndex } from './place-index.ts';

/** Radius in pixels of a courier, and of several in one. */
const RADIUS = 13;
const GROUP_RADIUS = 16;

/** Width in pixels of the ring around the chosen courier. */
const HALO = 6;

/** The label of a silent courier: pixels from the courier's middle to that of the label, and the radius around it. */
const LABEL_BELOW = 24;
const LABEL_RADIUS = 24;

/** Couriers closer than this many pixels are merged. */
const MERGED = 22;

/** Nearest zoom at which couriers are merged: the nearest of the map. */
const NEAREST = 18;

/** Milliseconds after which a position begins to fade. */
const FRESH_MS = 2 * 60_000;

/** @returns the couriers, grouped for every zoom. */
export const groupCouriers = (couriers: readonly CourierMark[]): PlaceIndex<CourierMark> =>
  new PlaceIndex(couriers, { radius: MERGED, maxZoom: NEAREST });

type Disc = Pick<Circle, 'x' | 'y'>;

type Pen = Pick<Canvas, 'context' | 'colors'>;

function write({ context, colors }: Pen, text: string, { x, y }: Disc, color: string, size: number): void {
  context.fillStyle = color;
  context.font = `600 ${size}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + 0.5);
}

/** A text in a box below or above a disc. @param top the upper edge of the box. */
function drawLabel({ context, colors }: Pen, text: string, x: number, top: number, color: string): void {
  context.font = `500 11px ${colors.font}`;
  const width = context.measureText(text).width + 10;
  context.beginPath();
  context.roundRect(x - width / 2, top, width, 16, 4);
  context.fillStyle = colors.card;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = color;
  context.stroke();
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, top + 8.5);
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
  if (courier.silence !== undefined) drawLabel(pen, courier.silence, at.x, at.y + RADIUS + 3, colors.alarm);
  if (isChosen) drawLabel(pen, courier.name, at.x, at.y - RADIUS - 22, colors.accentText);
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

/**
 * Draws the couriers on a canvas of their own, so that a move redraws no order.
 * @param index of the couriers without the chosen one.
 * @param taken what is drawn below; clusters, stops and the open order stay visible.
 * @returns what was drawn, in drawing order.
 */
export function drawCouriers(
  canvas: Canvas,
  { index, chosen }: { index: PlaceIndex<CourierMark>; chosen: CourierMark | undefined },
  taken: readonly Target[],
): Target[] {
  const { context, width, height, project, zoom, bounds } = canvas;
  context.clearRect(0, 0, width, height);
  const targets: Target[] = [];
  const figures: Circle[] = taken.filter(({ stays }) => stays);
  const place = (lat: number, lng: number, radius: number): Disc => {
    const at = moveOff({ ...project(lat, lng), radius }, figures);
    figures.push({ ...at, radius });
    return at;
  };
  // The others make room for the chosen one, who is drawn above them.
  const chosenAt = chosen && place(chosen.lat, chosen.lng, RADIUS + HALO);
  // Those with a label first: the others make room for it too.
  const isLabelled = ({ items: [first, ...others] }: Group<CourierMark>): boolean =>
    others.length === 0 && first?.silence !== undefined;
  const groups = index.groupsIn(bounds, zoom);
  for (const { lat, lng, items } of [...groups.filter(isLabelled), ...groups.filter((each) => !isLabelled(each))]) {
    const [courier, ...others] = items;
    if (!courier) continue;
    const isGroup = others.length > 0;
    const radius = isGroup ? GROUP_RADIUS : RADIUS;
    const at = place(lat, lng, radius);
    if (!isGroup && courier.silence !== undefined)
      figures.push({ x: at.x, y: at.y + LABEL_BELOW, radius: LABEL_RADIUS });
    if (isGroup) drawGroup(canvas, at, items);
    else drawCourier(canvas, at, courier, false);
    targets.push({
      ...at,
      radius,
      hit: isGroup ? { kind: 'couriers', couriers: items } : { kind: 'courier', courier },
    });
  }
  if (chosen && chosenAt) {
    drawCourier(canvas, chosenAt, chosen, true);
    targets.push({ ...chosenAt, radius: RADIUS, hit: { kind: 'courier', courier: chosen } });
  }
  return targets;
}
