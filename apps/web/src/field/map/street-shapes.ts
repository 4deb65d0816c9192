import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { type StreetColors } from '#shared/map/base/street-colors.ts';

/* Reads vector tiles in the schema of the Protomaps basemap, version 4, with the few classes that a route needs. */

type Color = keyof StreetColors;

type Properties = Readonly<Record<string, number | string | boolean>>;

/** How one class of shapes is drawn; areas have no width. */
interface Style {
  layer: string;
  color: Color;
  /** Width (px) at zoom 16, doubled with each level, and its minimum. */
  width?: readonly [at16: number, least: number];
  /** Colour of its edge. */
  edge?: Color;
  /** First zoom that shows it. */
  from: number;
  has: (properties: Properties) => boolean;
}

const kind =
  (...kinds: string[]) =>
  (properties: Properties): boolean =>
    kinds.includes(String(properties['kind']));

const major =
  (...details: string[]) =>
  ({ kind: of, kind_detail: detail }: Properties): boolean =>
    of === 'major_road' && (details.length === 0 || details.includes(String(detail).replace('_link', '')));

/** From bottom to top. A shape belongs to the last style that matches it. */
const STYLES: readonly Style[] = [
  { layer: 'earth', color: 'land', from: 0, has: () => true },
  {
    layer: 'landuse',
    color: 'campus',
    from: 12,
    has: kind('university', 'school', 'hospital', 'stadium', 'industrial'),
  },
  {
    layer: 'landuse',
    color: 'park',
    from: 11,
    has: kind('park', 'nature_reserve', 'forest', 'wood', 'golf_course', 'cemetery', 'garden', 'grass', 'pitch'),
  },
  { layer: 'buildings', color: 'houses', from: 16, has: () => true },
  { layer: 'water', color: 'water', from: 0, has: () => true },
  { layer: 'roads', color: 'road', width: [4, 0.7], from: 13.5, has: kind('minor_road') },
  { layer: 'roads', color: 'road', width: [6, 0.8], edge: 'roadEdge', from: 12, has: major('tertiary') },
  { layer: 'roads', color: 'road', width: [8, 1.2], edge: 'roadEdge', from: 10, has: major('secondary') },
  { layer: 'roads', color: 'road', width: [10, 1.6], edge: 'roadEdge', from: 0, has: major('primary', 'trunk') },
  { layer: 'roads', color: 'highway', width: [12, 2], edge: 'highwayEdge', from: 0, has: kind('highway') },
];

/** A name and where it may stand, as shares of the tile's side. `along`: length of the straight piece of its street. */
interface Name {
  text: string;
  x: number;
  y: number;
  angle: number;
  /** 0 for a place, which has room on all sides. */
  along: number;
}

/** The shapes of a tile. Paths are in units of `EXTENT` per side, by the index of their style. */
export interface Shapes {
  paths: ReadonlyMap<number, Path2D>;
  names: readonly Name[];
}

/** Side of a tile in the units of its geometry. */
export const EXTENT = 4096;

type Line = readonly { x: number; y: number }[];

function addLine(path: Path2D, line: Line, isArea: boolean): void {
  for (const [index, { x, y }] of line.entries())
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  if (isArea) path.closePath();
}

/** @returns the name of a street on its longest straight piece. */
function nameAlong(text: string, lines: readonly Line[]): Name {
  let best: Name = { text, x: 0, y: 0, angle: 0, along: 0 };
  for (const line of lines)
    for (const [index, to] of line.entries()) {
      const from = line[index - 1] ?? to;
      const [x, y] = [to.x - from.x, to.y - from.y];
      const along = Math.hypot(x, y) / EXTENT;
      if (along <= best.along) continue;
      // Never upside down.
      const angle = Math.atan2(x < 0 ? -y : y, Math.abs(x));
      best = { text, x: (from.x + to.x) / 2 / EXTENT, y: (from.y + to.y) / 2 / EXTENT, angle, along };
    }
  return best;
}

/** @returns the shapes of a tile. @throws Error if the bytes are no vector tile. */
export function readShapes(bytes: ArrayBuffer): Shapes {
  const { layers } = new VectorTile(new Pbf(bytes));
  const paths = new Map<number, Path2D>();
  const names: Name[] = [];
  for (const name of new Set(STYLES.map(({ layer }) => layer))) {
    const layer = layers[name];
    for (let index = 0; index < (layer?.length ?? 0); index += 1) {
      const feature = layer?.feature(index);
      if (!feature) continue;
      const { properties } = feature;
      const style = STYLES.findLastIndex((each) => each.layer === name && each.has(properties));
      const isArea = feature.type === 3;
      // A river is a line, and has no style here.
      if (style < 0 || isArea !== (STYLES[style]?.width === undefined)) continue;
      const lines = feature.loadGeometry();
      const path = paths.get(style) ?? new Path2D();
      paths.set(style, path);
      for (const line of lines) addLine(path, line, isArea);
      const text = properties['name:es'] ?? properties['name'];
      if (!isArea && typeof text === 'string') names.push(nameAlong(text, lines));
    }
  }
  const places = layers['places'];
  for (let index = 0; index < (places?.length ?? 0); index += 1) {
    const place = places?.feature(index);
    const at = place?.loadGeometry()[0]?.[0];
    const text = place?.properties['name:es'] ?? place?.properties['name'];
    if (at && typeof text === 'string') names.unshift({ text, x: at.x / EXTENT, y: at.y / EXTENT, angle: 0, along: 0 });
  }
  return { paths, names };
}

/**
 * Draws a tile's shapes.
 * @param context transformed so that a tile's side is `EXTENT` long.
 * @param unit length of a pixel in those units.
 */
export function drawShapes(
  context: CanvasRenderingContext2D,
  { paths }: Shapes,
  { zoom, unit, colors }: { zoom: number; unit: number; colors: StreetColors },
): void {
  const widthOf = ([at16, least]: readonly [number, number]): number => Math.max(least, at16 * 2 ** (zoom - 16));
  for (const pass of ['area', 'edge', 'line'] as const)
    for (const [index, { color, edge, width, from }] of STYLES.entries()) {
      const path = paths.get(index);
      if (!path || zoom < from || (width === undefined) !== (pass === 'area')) continue;
      if (!width) {
        context.fillStyle = colors[color];
        context.fill(path);
        continue;
      }
      if (pass === 'edge' && (!edge || widthOf(width) < 3)) continue;
      context.strokeStyle = colors[pass === 'edge' ? (edge ?? color) : color];
      context.lineWidth = (widthOf(width) + (pass === 'edge' ? 2 : 0)) * unit;
      context.stroke(path);
    }
}
