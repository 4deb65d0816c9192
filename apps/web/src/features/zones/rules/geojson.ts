import {
  type Corner,
  DEGREE_METERS,
  MAX_CORNERS,
  MAX_IMPORTED_CORNERS,
  MAX_ZONES,
  roundDegrees,
  type Zone,
  ZONE_COLOR_CODES,
  type ZoneInput,
  zoneInput,
  zoneProblem,
} from '@despacho/contracts/dispatch';
import { LineUtil, point } from 'leaflet';
import { fold } from '#shared/fields/fold.ts';
import { formatNumber } from '#shared/format/format-number.ts';

/** Largest file that is read: other programs write more decimals than needed. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** @returns the office's zones as GeoJSON, with name and colour as properties. */
export const toGeoJson = (zones: readonly Zone[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: zones.map(({ name, color, corners }) => ({
      type: 'Feature',
      properties: { name, color },
      geometry: {
        type: 'Polygon',
        // The ring ends where it begins, with the longitude first.
        coordinates: [[...corners, ...corners.slice(0, 1)].map(([lat, lng]) => [lng, lat])],
      },
    })),
  });

/** The data of a file for one zone. */
export interface ReadZone {
  input: ZoneInput;
  /** The zone with the same name, which it would replace. */
  replaces: Zone | null;
}

/** A person's choices about a file. */
export interface ReadOptions {
  /** The property that has the names; null for those that usually have them. */
  nameKey: string | null;
  /** Whether latitude and longitude are exchanged in zones that are plausible only then. */
  swaps: boolean;
  /** Whether zones are made to fit: fewer corners, holes filled, a zone for each part. */
  simplifies: boolean;
}

export interface ReadFile {
  zones: ReadZone[];
  /** In Spanish: what cannot be imported, and why. */
  problems: string[];
  /** In Spanish: changes of, or doubts about, zones that can be imported. */
  notes: string[];
  /** Properties that may have the names. */
  nameKeys: string[];
  /** Names of zones that are plausible only with latitude and longitude exchanged. */
  swappable: string[];
  /** How many zones would fit if they were simplified. */
  simplifiable: number;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Where programs write the name of an area: shapefiles of INEI have `NOMBDIST`. */
const NAME_KEYS = ['name', 'nombre', 'zona', 'nombdist', 'distrito', 'nomb_dist', 'nom_dist', 'nombre_zona', 'label'];

/** Properties of a file that are offered. */
const MAX_KEYS = 30;

/** Corners of one part that are read: simplifying more would occupy the page. */
const MAX_READ = 20_000;

/** Meters from the border, doubled until few enough corners are left. */
const FIRST_METERS = 5;
const MAX_METERS = 2000;

/** @returns a name from a property; undefined for one that has none. */
function nameFrom(properties: Json, key: string): string | undefined {
  const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

function nameOf(properties: Json, nameKey: string | null): string | undefined {
  if (nameKey !== null) return nameFrom(properties, nameKey);
  const keys = Object.keys(properties).slice(0, MAX_KEYS);
  const usual = NAME_KEYS.flatMap((wanted) => keys.filter((key) => key.toLowerCase() === wanted));
  return usual.map((key) => nameFrom(properties, key)).find((name) => name !== undefined);
}

/** @returns the parts of a geometry, each with its rings; a sentence if it is no polygon. */
function partsOf(geometry: unknown): unknown[][] | string {
  if (!isObject(geometry) || !Array.isArray(geometry['coordinates'])) return 'no tiene una forma';
  const { type, coordinates } = geometry as { type: unknown; coordinates: unknown[] };
  const parts = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined;
  if (!parts) return 'no es un polígono';
  return parts.length > 0 && parts.every((part) => Array.isArray(part)) ? (parts as unknown[][]) : 'no tiene una forma';
}

/** @returns the corners of a ring, longitude first in the file; a sentence if it has none. */
function cornersOf(ring: unknown): Corner[] | string {
  if (!Array.isArray(ring)) return 'no tiene una forma';
  if (ring.length > MAX_READ) return `tiene más de ${formatNumber(MAX_READ)} esquinas; simplifíquela en otro programa`;
  const corners: Corner[] = [];
  for (const position of ring as unknown[]) {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : [];
    if (typeof lng !== 'number' || typeof lat !== 'number') return 'tiene una esquina sin coordenadas';
    if (Math.abs(lat) > 180 || Math.abs(lng) > 180) return 'no está en grados de longitud y latitud';
    const corner: Corner = [roundDegrees(lat), roundDegrees(lng)];
    const before = corners.at(-1);
    // Closer than the corners are stored.
    if (before?.[0] !== corner[0] || before[1] !== corner[1]) corners.push(corner);
  }
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]) corners.pop();
  return corners;
}

/**
 * Leaves out corners (Douglas–Peucker) until at most so many are left, and the border does not cross itself.
 * @returns the corners and how far they may be from the border, in meters; undefined if that would be too far.
 */
export function simplified(
  corners: readonly Corner[],
  most: number,
): { corners: Corner[]; meters: number } | undefined {
  const width = Math.cos(((corners[0]?.[0] ?? 0) * Math.PI) / 180);
  const points = [...corners, ...corners.slice(0, 1)].map(([lat, lng]) =>
    point(lng * width * DEGREE_METERS, lat * DEGREE_METERS),
  );
  for (let meters = FIRST_METERS; meters <= MAX_METERS; meters *= 2) {
    const left = LineUtil.simplify(points, meters).slice(0, -1);
    if (left.length < 3) return undefined;
    const kept = left.map(({ x, y }): Corner => [
      roundDegrees(y / DEGREE_METERS),
      roundDegrees(x / width / DEGREE_METERS),
    ]);
    if (kept.length <= most && !zoneProblem(kept)) return { corners: kept, meters };
  }
  return undefined;
}

const NOTHING: ReadFile = { zones: [], problems: [], notes: [], nameKeys: [], swappable: [], simplifiable: 0 };

/** The content of a file, before its zones are validated. */
interface Shape {
  name: string;
  color: ZoneInput['color'];
  corners: Corner[];
}

/**
 * Reads the zones of a GeoJSON file: one for each polygon, with its name, and its `color` if it is one of ours. A name
 * that the office has replaces its zone.
 * @param doubtOf why a zone is unlikely to belong to the office, see `zoneDoubt`.
 */
export function readGeoJson(
  text: string,
  known: readonly Zone[],
  { nameKey, swaps, simplifies }: ReadOptions,
  doubtOf: (corners: readonly Corner[]) => 'far' | 'abroad' | null,
): ReadFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { ...NOTHING, problems: ['El archivo no es GeoJSON: no se puede leer'] };
  }
  const features = isObject(file) ? (file['type'] === 'Feature' ? [file] : file['features']) : undefined;
  if (!Array.isArray(features)) return { ...NOTHING, problems: ['El archivo no es una colección de GeoJSON'] };
  const tooMany = (count: number): ReadFile => ({
    ...NOTHING,
    problems: [`El archivo tiene ${count} formas; el máximo es ${MAX_ZONES}`],
  });
  if (features.length > MAX_ZONES) return tooMany(features.length);
  const read: ReadFile = { ...NOTHING, zones: [], problems: [], notes: [], swappable: [] };
  const keys = new Set<string>();
  const shapes: Shape[] = [];
  for (const [index, feature] of (features as unknown[]).entries()) {
    const { properties, geometry } = isObject(feature) ? feature : {};
    const of = isObject(properties) ? properties : {};
    for (const key of Object.keys(of).slice(0, MAX_KEYS)) if (nameFrom(of, key) !== undefined) keys.add(key);
    const name = nameOf(of, nameKey) ?? `Zona ${index + 1}`;
    const shown = `«${name.slice(0, 40)}»`;
    const color =
      ZONE_COLOR_CODES.find((code) => code === of['color']) ??
      ZONE_COLOR_CODES[index % ZONE_COLOR_CODES.length] ??
      'gris';
    const parts = partsOf(geometry);
    if (typeof parts === 'string') {
      read.problems.push(`${shown}: ${parts}`);
      continue;
    }
    const hasHole = parts.some(({ length }) => length > 1);
    if (!simplifies && (parts.length > 1 || hasHole)) {
      read.simplifiable += 1;
      read.problems.push(`${shown}: ${parts.length > 1 ? `tiene ${parts.length} partes` : 'tiene un hueco'}`);
      continue;
    }
    if (parts.length > 1) read.notes.push(`${shown}: sus ${parts.length} partes son zonas separadas`);
    if (hasHole) read.notes.push(`${shown}: su hueco queda dentro de la zona`);
    for (const [at, [ring]] of parts.entries()) {
      const corners = cornersOf(ring);
      const part = parts.length > 1 ? `${name.slice(0, 36)} ${at + 1}` : name;
      if (typeof corners === 'string') read.problems.push(`«${part.slice(0, 40)}»: ${corners}`);
      else shapes.push({ name: part, color, corners });
    }
  }
  if (shapes.length > MAX_ZONES) return tooMany(shapes.length);
  const most = Math.min(MAX_CORNERS, Math.floor(MAX_IMPORTED_CORNERS / Math.max(1, shapes.length)));
  const names = new Set<string>();
  for (const shape of shapes) {
    const why = addShape(read, shape, { known, names, most, swaps, simplifies, doubtOf });
    if (why !== undefined) read.problems.push(`«${shape.name.slice(0, 40)}»: ${why}`);
  }
  read.nameKeys = [...keys].slice(0, MAX_KEYS);
  const corners = read.zones.reduce((sum, { input }) => sum + input.corners.length, 0);
  if (corners <= MAX_IMPORTED_CORNERS) return read;
  const limit = formatNumber(MAX_IMPORTED_CORNERS);
  return {
    ...read,
    zones: [],
    simplifiable: read.simplifiable + read.zones.filter(({ input }) => input.corners.length > most).length,
    problems: [`El archivo tiene ${formatNumber(corners)} esquinas; simplifíquelo o divídalo: el máximo es ${limit}`],
  };
}

interface Adding extends Pick<ReadOptions, 'swaps' | 'simplifies'> {
  known: readonly Zone[];
  /** Names that the file has used, folded. */
  names: Set<string>;
  /** Corners of a simplified zone. */
  most: number;
  doubtOf: (corners: readonly Corner[]) => 'far' | 'abroad' | null;
}

/**
 * Adds a zone to the content of a file. @returns why it cannot be imported; undefined if it can, or after a question.
 */
function addShape(
  read: ReadFile,
  { name, color, corners: given }: Shape,
  { known, names, most, swaps, simplifies, doubtOf }: Adding,
): string | undefined {
  const shown = `«${name.slice(0, 40)}»`;
  let corners: readonly Corner[] = given;
  let doubt = doubtOf(corners);
  if (doubt === 'abroad') {
    const swapped = corners.map(([lat, lng]): Corner => [lng, lat]);
    if (doubtOf(swapped) !== 'abroad') {
      read.swappable.push(name);
      if (!swaps) return undefined;
      corners = swapped;
      doubt = doubtOf(corners);
    }
  }
  if (corners.some(([lat]) => Math.abs(lat) > 90)) return 'no está en grados de longitud y latitud';
  if (simplifies && corners.length > most) {
    const fewer = simplified(corners, most);
    if (!fewer) return 'no se puede simplificar sin deformarla';
    const [from, to] = [formatNumber(corners.length), formatNumber(fewer.corners.length)];
    read.notes.push(`${shown}: de ${from} a ${to} esquinas, hasta ${formatNumber(fewer.meters)} m del borde original`);
    corners = fewer.corners;
  }
  if (corners.length > MAX_CORNERS) {
    read.simplifiable += 1;
    return `tiene ${formatNumber(corners.length)} esquinas; el máximo es ${MAX_CORNERS}`;
  }
  const problem = zoneProblem(corners);
  if (problem) return problem.text;
  if (doubt === 'abroad') return 'queda fuera del Perú';
  const input = zoneInput.safeParse({ name, color, corners } satisfies Record<keyof ZoneInput, unknown>);
  if (!input.success) return 'el nombre debe tener de 1 a 40 letras';
  const folded = fold(input.data.name);
  if (names.has(folded)) return 'el nombre se repite en el archivo';
  names.add(folded);
  if (doubt === 'far') read.notes.push(`${shown}: queda lejos de la provincia de la oficina`);
  read.zones.push({ input: input.data, replaces: known.find((zone) => fold(zone.name) === folded) ?? null });
  return undefined;
}
