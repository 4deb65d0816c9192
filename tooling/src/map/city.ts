import { type Area, CITY, type Road } from './lima.ts';
import {
  between,
  clipSegment,
  distance,
  distanceToSegment,
  type HalfPlane,
  isInside,
  type LatLng,
  type Plane,
  type Point,
  turned,
} from './plane.ts';

/** A shape of the map with its layer and attributes in the Protomaps basemap, version 4. */
export interface Shape {
  layer: 'earth' | 'landcover' | 'landuse' | 'water' | 'roads' | 'places' | 'pois' | 'boundaries' | 'buildings';
  type: 'Point' | 'LineString' | 'Polygon';
  points: readonly Point[];
  /** First tile level that contains it. */
  from: number;
  /** Last tile level that contains it, if not the last of all. */
  until?: number;
  attributes: Readonly<Record<string, string | number>>;
}

export interface District {
  name: string;
  at: LatLng;
  /** Bearing of its streets in degrees. */
  turn: number;
  /** Real names for its largest streets. */
  streets: readonly string[];
}

export interface City {
  plane: Plane;
  districts: readonly District[];
  roads: readonly Road[];
  areas: readonly Area[];
  /** Rings without streets. */
  hills: readonly (readonly LatLng[])[];
  rivers: readonly (readonly LatLng[])[];
  /** The ring of the land; undefined far from the sea. */
  land?: readonly LatLng[];
}

/** Blocks of the grid, in metres. */
const [BLOCK_WIDTH, BLOCK_HEIGHT] = [124, 86];
/** Number of streets between two avenues. */
const [AVENUE_COLUMNS, AVENUE_ROWS] = [4, 6];

/** Distances in metres. */
const NEAR_CENTRE = 2100;
const NEAR_ROAD = 750;
const CELL = 4200;
const ROAD_CLEARANCE = 48;
const RIVER_CLEARANCE = 70;
const HALF_STREET = 9;
const SHORTEST_BORDER = 350;

/** A number from 0 to 1 that depends only on the arguments. */
function chance(...seeds: readonly number[]): number {
  let hash = 2_166_136_261;
  for (const seed of seeds) hash = Math.imul(hash ^ (seed + 0x9e37), 16_777_619) ^ (hash >>> 13);
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) / 2 ** 32;
}

/** @param share from 0 to 1. */
const streetName = (share: number): string => CITY.streetNames[Math.floor(share * CITY.streetNames.length)] ?? '';

/** Bends the grid a little, so that no two districts look alike. */
const bend = ([x, y]: Point): Point => [
  x + 22 * Math.sin(y / 410 + x / 2300) + 12 * Math.sin(y / 170),
  y + 22 * Math.sin(x / 470 + y / 1900) + 10 * Math.sin(x / 190),
];

interface Segment {
  a: Point;
  b: Point;
}

const segmentsOf = (line: readonly Point[]): Segment[] =>
  line.flatMap((b, index) => {
    const a = line[index - 1];
    return a ? [{ a, b }] : [];
  });

/** Finds the segments around a point without trying all of them. */
class Nearby {
  readonly #cells = new Map<string, Segment[]>();
  readonly #reach: number;

  constructor(segments: readonly Segment[], reach: number) {
    this.#reach = reach;
    for (const segment of segments) {
      const steps = Math.ceil(distance(segment.a, segment.b) / (reach / 2)) || 1;
      const seen = new Set<string>();
      for (let step = 0; step <= steps; step += 1) {
        const [x, y] = this.#cellOf(between(segment.a, segment.b, step / steps));
        for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) seen.add(`${x + dx} ${y + dy}`);
      }
      for (const key of seen) this.#cells.set(key, [...(this.#cells.get(key) ?? []), segment]);
    }
  }

  /** @returns the segments within `metres`, at most the reach. */
  within(point: Point, metres: number): Segment[] {
    const [x, y] = this.#cellOf(point);
    return (this.#cells.get(`${x} ${y}`) ?? []).filter(({ a, b }) => distanceToSegment(point, a, b) < metres);
  }

  #cellOf([x, y]: Point): [number, number] {
    return [Math.floor(x / this.#reach), Math.floor(y / this.#reach)];
  }
}

/** Whether two segments run in about the same direction, within 25 degrees. */
function areParallel(one: Segment, other: Segment): boolean {
  const [ux, uy] = [one.b[0] - one.a[0], one.b[1] - one.a[1]];
  const [vx, vy] = [other.b[0] - other.a[0], other.b[1] - other.a[1]];
  return Math.abs(ux * vx + uy * vy) > 0.9 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
}

/** @returns whether a point is inside a ring; most points are outside its box, which is cheaper to find out. */
function containment(ring: readonly Point[]): (point: Point) => boolean {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return (point) => point[0] > west && point[0] < east && point[1] > south && point[1] < north && isInside(point, ring);
}

interface Site {
  district: District;
  index: number;
  centre: Point;
  /** The area nearer to this district than to any other. */
  halves: HalfPlane[];
}

/** Where streets may be. */
interface Ground {
  sites: readonly Site[];
  roads: Nearby;
  isBuildable: (point: Point) => boolean;
}

const rectangle = (centre: Point, [width, height]: readonly [number, number], turn: number): Point[] =>
  (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([x, y]) => {
    const [dx, dy] = turned([(x * width) / 2, (y * height) / 2], turn);
    return [centre[0] + dx, centre[1] + dy];
  });

function areaRing({ at, size, turn = 0 }: Area, plane: Plane): Point[] {
  return rectangle(plane.toPlane(at), size, turn);
}

function groundOf({ plane, districts, roads, areas, hills, rivers, land }: City): Ground {
  const lines = roads.map(({ line }) => line.map(plane.toPlane));
  const centres = districts.map(({ at }) => plane.toPlane(at));
  const sites = districts.map((district, index): Site => {
    const centre = plane.toPlane(district.at);
    const others = centres.filter((_, at) => at !== index);
    return { district, index, centre, halves: others.map((far) => ({ near: centre, far })) };
  });
  const near = new Nearby(lines.flatMap(segmentsOf), NEAR_ROAD);
  const waters = new Nearby(
    rivers.flatMap((line) => segmentsOf(line.map(plane.toPlane))),
    RIVER_CLEARANCE * 2,
  );
  const closed = [...hills.map((ring) => ring.map(plane.toPlane)), ...areas.map((area) => areaRing(area, plane))].map(
    containment,
  );
  const isLand = land && containment(land.map(plane.toPlane));
  return {
    sites,
    roads: near,
    isBuildable: (point) =>
      (centres.some((centre) => distance(point, centre) < NEAR_CENTRE) || near.within(point, NEAR_ROAD).length > 0) &&
      (!isLand || isLand(point)) &&
      !closed.some((contains) => contains(point)) &&
      waters.within(point, RIVER_CLEARANCE).length === 0,
  };
}

/** Whether a street would run beside a road that is already there. */
const isBesideRoad = ({ roads }: Ground, street: Segment, metres: number): boolean =>
  roads.within(between(street.a, street.b, 0.5), metres).some((one) => areParallel(one, street));

interface Street {
  name: string;
  detail: 'tertiary' | 'residential';
}

/** Joins pieces that touch into lines. */
function joined(pieces: readonly (readonly [Point, Point] | undefined)[]): Point[][] {
  const lines: Point[][] = [];
  for (const piece of pieces) {
    const last = lines.at(-1)?.at(-1);
    if (!piece) lines.push([]);
    else if (last && distance(last, piece[0]) < 1) lines.at(-1)?.push(piece[1]);
    else lines.push([...piece]);
  }
  return lines.filter(({ length }) => length > 1);
}

function roadShape(
  points: readonly Point[],
  name: string,
  detail: Road['detail'] | Street['detail'] | 'runway',
): Shape {
  const [kind, from, rank] = ROAD_KINDS[detail];
  return {
    layer: 'roads',
    type: 'LineString',
    points,
    from,
    attributes: { kind, kind_detail: detail, ...(name && { name }), min_zoom: from + 1, sort_rank: rank },
  };
}

/** Kind, first tile level and rank of each class, as in the Protomaps basemap. */
const ROAD_KINDS = {
  motorway: ['highway', 6, 400],
  trunk: ['major_road', 7, 399],
  primary: ['major_road', 8, 398],
  secondary: ['major_road', 10, 397],
  tertiary: ['major_road', 12, 396],
  residential: ['minor_road', 13, 395],
  runway: ['aeroway', 10, 390],
} as const;

/** A crossing of two streets. */
interface Corner {
  at: Point;
  /** Whether it is nearer to its own district than to any other. */
  isOwn: boolean;
  isBuildable: boolean;
}

/** Shared, so that the blocks of a tile become one feature. */
const HOUSES = { kind: 'building', min_zoom: 14, sort_rank: 400 };
const SMALL_PARK = { kind: 'park', min_zoom: 13, sort_rank: 189 };

/** The grid of a district. */
class Grid {
  readonly #ground: Ground;
  readonly #site: Site;
  readonly #own: readonly string[];
  readonly #corners = new Map<number, Corner>();

  constructor(ground: Ground, site: Site, taken: ReadonlySet<string>) {
    this.#ground = ground;
    this.#site = site;
    this.#own = site.district.streets.filter((name) => !taken.has(name));
  }

  shapes(): Shape[] {
    const [columns, rows] = [Math.ceil(CELL / BLOCK_WIDTH), Math.ceil(CELL / BLOCK_HEIGHT)];
    const shapes: Shape[] = [];
    for (let row = -rows; row <= rows; row += 1)
      shapes.push(...this.#street(false, row, columns, this.#streetOf(row, AVENUE_ROWS, 0)));
    for (let column = -columns; column <= columns; column += 1)
      shapes.push(...this.#street(true, column, rows, this.#streetOf(column, AVENUE_COLUMNS, 1)));
    for (let column = -columns; column < columns; column += 1)
      for (let row = -rows; row < rows; row += 1) shapes.push(...this.#block(column, row));
    return shapes;
  }

  #corner(column: number, row: number): Corner {
    const key = column * 1000 + row;
    const found = this.#corners.get(key);
    if (found) return found;
    const { centre, district } = this.#site;
    const [dx, dy] = turned([column * BLOCK_WIDTH, row * BLOCK_HEIGHT], district.turn);
    const at = bend([centre[0] + dx, centre[1] + dy]);
    const isOwn = isNearest(at, this.#site);
    const corner = { at, isOwn, isBuildable: isOwn && this.#ground.isBuildable(at) };
    this.#corners.set(key, corner);
    return corner;
  }

  #streetOf(index: number, avenues: number, direction: 0 | 1): Street {
    const isAvenue = index % avenues === 0;
    const own = isAvenue && direction === 0 ? this.#own[Math.abs(index / avenues)] : undefined;
    const name = streetName(chance(this.#site.index, index, direction));
    const type = isAvenue ? 'Av.' : ['Jr.', 'Calle'][(this.#site.index + direction) % 2];
    return { name: own ?? `${type} ${name}`, detail: isAvenue ? 'tertiary' : 'residential' };
  }

  #street(isColumn: boolean, index: number, reach: number, { name, detail }: Street): Shape[] {
    const pieces: ([Point, Point] | undefined)[] = [];
    for (let step = -reach; step < reach; step += 1) {
      const [a, b] = isColumn
        ? [this.#corner(index, step), this.#corner(index, step + 1)]
        : [this.#corner(step, index), this.#corner(step + 1, index)];
      pieces.push(this.#piece(a, b, detail === 'residential' && chance(this.#site.index, index, step, 7) < 0.06));
    }
    return joined(pieces).map((line) => roadShape(line, name, detail));
  }

  #piece(a: Corner, b: Corner, isMissing: boolean): [Point, Point] | undefined {
    if (isMissing || (!a.isOwn && !b.isOwn)) return undefined;
    const piece = a.isOwn && b.isOwn ? ([a.at, b.at] as [Point, Point]) : clipSegment(a.at, b.at, this.#site.halves);
    const isFree = (corner: Corner, end: Point): boolean =>
      corner.isOwn ? corner.isBuildable : this.#ground.isBuildable(end);
    if (!piece || !isFree(a, piece[0]) || !isFree(b, piece[1])) return undefined;
    return isBesideRoad(this.#ground, { a: piece[0], b: piece[1] }, ROAD_CLEARANCE) ? undefined : piece;
  }

  /** A block of houses, or one of the small parks between them. */
  #block(column: number, row: number): Shape[] {
    const corners = [
      this.#corner(column, row),
      this.#corner(column + 1, row),
      this.#corner(column + 1, row + 1),
      this.#corner(column, row + 1),
    ];
    if (!corners.every(({ isBuildable }) => isBuildable)) return [];
    const [first, , third] = corners.map(({ at }) => at) as [Point, Point, Point, Point];
    const middle = between(first, third, 0.5);
    const ring = corners.map(({ at }) => between(at, middle, HALF_STREET / (distance(at, middle) * 0.62)));
    if ([...ring, middle].some((point) => this.#ground.roads.within(point, HALF_STREET * 2.2).length > 0)) return [];
    const isPark = chance(this.#site.index, column, row, 3) < 0.028;
    return [
      isPark
        ? { layer: 'landuse', type: 'Polygon', points: ring, from: 12, attributes: SMALL_PARK }
        : { layer: 'buildings', type: 'Polygon', points: ring, from: 14, attributes: HOUSES },
    ];
  }
}

const isNearest = (point: Point, { centre, halves }: Site): boolean =>
  halves.every(({ far }) => distance(point, centre) < distance(point, far));

/** Avenues along the borders of districts, where there is no road yet. */
function borders(ground: Ground): Shape[] {
  return ground.sites.flatMap((one) =>
    ground.sites.slice(one.index + 1).flatMap((other) => {
      const middle = between(one.centre, other.centre, 0.5);
      const [dx, dy] = turned([other.centre[0] - one.centre[0], other.centre[1] - one.centre[1]], 90);
      const length = Math.hypot(dx, dy);
      if (length > 2 * CELL) return [];
      const end = (sign: number): Point => [
        middle[0] + (sign * dx * CELL) / length,
        middle[1] + (sign * dy * CELL) / length,
      ];
      const edge = clipSegment(
        end(-1),
        end(1),
        one.halves.filter(({ far }) => far !== other.centre),
      );
      return edge ? borderRoads(ground, edge, chance(one.index, other.index)) : [];
    }),
  );
}

function borderRoads(ground: Ground, [from, to]: [Point, Point], share: number): Shape[] {
  const steps = Math.ceil(distance(from, to) / 60);
  const pieces = Array.from({ length: steps }, (_, step): [Point, Point] | undefined => {
    const [a, b] = [between(from, to, step / steps), between(from, to, (step + 1) / steps)];
    const isFree = ground.isBuildable(a) && ground.isBuildable(b) && !isBesideRoad(ground, { a, b }, 170);
    return isFree ? [a, b] : undefined;
  });
  const name = `Av. ${streetName(share)}`;
  return joined(pieces).flatMap((line) => {
    const [first, last] = [line[0], line.at(-1)];
    const isLong = first && last && distance(first, last) > SHORTEST_BORDER;
    return isLong ? [roadShape([first, last], name, 'tertiary')] : [];
  });
}

/** Kinds of `landuse` that also have a point with their name in `pois`. */
const NAMED = new Set<Area['kind']>([
  'park',
  'golf_course',
  'university',
  'cemetery',
  'stadium',
  'aerodrome',
  'zoo',
  'hospital',
]);

function areaShapes(area: Area, plane: Plane): Shape[] {
  const { name, kind, at, size } = area;
  const isLarge = Math.max(...size) > 700;
  const from = isLarge ? 9 : 12;
  return [
    {
      layer: 'landuse',
      type: 'Polygon',
      points: areaRing(area, plane),
      from,
      attributes: { kind, name, min_zoom: from + 1, sort_rank: 189 },
    },
    ...(NAMED.has(kind)
      ? [
          {
            layer: 'pois',
            type: 'Point',
            points: [plane.toPlane(at)],
            from: isLarge ? 12 : 13,
            attributes: { kind, name, min_zoom: isLarge ? 13 : 14 },
          } as const,
        ]
      : []),
  ];
}

/** @returns everything of a city: main roads, generated streets and blocks, and parks. */
export function cityShapes(city: City): Shape[] {
  const ground = groundOf(city);
  const taken = new Set(city.roads.map(({ name }) => name));
  return [
    ...city.areas.flatMap((area) => areaShapes(area, city.plane)),
    ...ground.sites.flatMap((site) => new Grid(ground, site, taken).shapes()),
    ...borders(ground),
    ...city.roads.map(({ name, detail, line }) =>
      roadShape(line.map(city.plane.toPlane), name.replace(/ \(.*\)$/, ''), detail),
    ),
  ];
}
