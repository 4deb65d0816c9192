import Supercluster from 'supercluster';
import { type Target } from './draw-scene.ts';
import { type CourierMark } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';
import { type Circle, moveOff } from './move-off.ts';

/** Radius in pixels of a courier, and of several in one. */
const RADIUS = 13;
const GROUP_RADIUS = 16;

/** Width in pixels of the ring around the chosen courier. */
const HALO = 6;

/** Couriers closer than this many pixels are merged. */
const MERGED = 22;

/** Nearest zoom at which couriers are merged: the nearest of the map. */
const NEAREST = 18;

/** Pixels of a tile of the map, to which supercluster's radius refers. */
const TILE = 256;

/** Milliseconds after which a position begins to fade. */
const FRESH_MS = 2 * 60_000;

type CourierIndex = Supercluster<{ courier: CourierMark }>;

/** @returns the couriers, grouped for every zoom. */
export const groupCouriers = (couriers: readonly CourierMark[]): CourierIndex =>
  new Supercluster<{ courier: CourierMark }>({ radius: MERGED, extent: TILE, maxZoom: NEAREST }).load(
    couriers.map((courier) => ({
      type: 'Feature',
      properties: { courier },
      geometry: { type: 'Point', coordinates: [courier.lng, courier.lat] },
    })),
  );

interface Canvas {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  colors: MarkColors;
  /** Position of a place on the canvas. */
  project: (lat: number, lng: number) => { x: number; y: number };
  zoom: number;
  /** What the canvas shows. */
  bounds: [west: number, south: number, east: number, north: number];
}

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
  { index, chosen }: { index: CourierIndex; chosen: CourierMark | undefined },
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
  for (const { geometry, properties } of index.getClusters(bounds, Math.round(zoom))) {
    const [lng = 0, lat = 0] = geometry.coordinates;
    if ('cluster_id' in properties) {
      const couriers = index.getLeaves(properties.cluster_id, Infinity).map((leaf) => leaf.properties.courier);
      const at = place(lat, lng, GROUP_RADIUS);
      drawGroup(canvas, at, couriers);
      targets.push({ ...at, radius: GROUP_RADIUS, hit: { kind: 'couriers', couriers } });
      continue;
    }
    const { courier } = properties;
    const at = place(lat, lng, RADIUS);
    drawCourier(canvas, at, courier, false);
    targets.push({ ...at, radius: RADIUS, hit: { kind: 'courier', courier } });
  }
  if (chosen && chosenAt) {
    drawCourier(canvas, chosenAt, chosen, true);
    targets.push({ ...chosenAt, radius: RADIUS, hit: { kind: 'courier', courier: chosen } });
  }
  return targets;
}
