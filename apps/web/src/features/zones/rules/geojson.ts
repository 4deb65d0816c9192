import {
  type Corner,
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

/** What a file has for one zone. */
export interface ReadZone {
  input: ZoneInput;
  /** The zone with the same name, which it would replace. */
  replaces: Zone | null;
}

export interface ReadFile {
  zones: ReadZone[];
  /** In Spanish: what cannot be imported, and why. */
  problems: string[];
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** @returns the rings of a geometry; a sentence if it is no single polygon. */
function ringsOf(geometry: unknown): unknown[] | string {
  if (!isObject(geometry) || !Array.isArray(geometry['coordinates'])) return 'no tiene una forma';
  const { type, coordinates } = geometry as { type: unknown; coordinates: unknown[] };
  if (type === 'Polygon') return coordinates;
  if (type !== 'MultiPolygon') return 'no es un polígono';
  const [first, ...others] = coordinates;
  if (others.length > 0) return `tiene ${coordinates.length} partes; sepárela en una zona por parte`;
  return Array.isArray(first) ? (first as unknown[]) : 'no tiene una forma';
}

/** @returns the corners of a geometry; a sentence if it cannot be a zone. */
function cornersOf(geometry: unknown): Corner[] | string {
  const rings = ringsOf(geometry);
  if (typeof rings === 'string') return rings;
  const [ring, ...holes] = rings;
  if (holes.length > 0) return 'tiene un hueco; dibuje la zona sin él';
  if (!Array.isArray(ring)) return 'no tiene una forma';
  if (ring.length > MAX_CORNERS + 1) return `tiene más de ${MAX_CORNERS} esquinas; simplifíquela`;
  const corners: Corner[] = [];
  for (const position of ring as unknown[]) {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : [];
    if (typeof lng !== 'number' || typeof lat !== 'number') return 'tiene una esquina sin coordenadas';
    if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'no está en grados de longitud y latitud';
    const corner: Corner = [roundDegrees(lat), roundDegrees(lng)];
    const before = corners.at(-1);
    // Closer than the corners are stored.
    if (before?.[0] !== corner[0] || before[1] !== corner[1]) corners.push(corner);
  }
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]) corners.pop();
  return zoneProblem(corners)?.text ?? corners;
}

/**
 * Reads the zones of a GeoJSON file: one for each polygon, with its `name` or `nombre`, and its `color` if it is one of
 * ours. A name that the office has replaces its zone.
 */
export function readGeoJson(text: string, known: readonly Zone[]): ReadFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { zones: [], problems: ['El archivo no es GeoJSON: no se puede leer'] };
  }
  const features = isObject(file) ? (file['type'] === 'Feature' ? [file] : file['features']) : undefined;
  if (!Array.isArray(features)) return { zones: [], problems: ['El archivo no es una colección de GeoJSON'] };
  if (features.length > MAX_ZONES)
    return { zones: [], problems: [`El archivo tiene ${features.length} formas; el máximo es ${MAX_ZONES}`] };
  const read: ReadFile = { zones: [], problems: [] };
  const names = new Set<string>();
  for (const [index, feature] of features.entries()) {
    const { properties, geometry } = isObject(feature) ? feature : {};
    const of = isObject(properties) ? properties : {};
    const name =
      [of['name'], of['nombre'], of['Name']].find((value) => typeof value === 'string') ?? `Zona ${index + 1}`;
    const color =
      ZONE_COLOR_CODES.find((code) => code === of['color']) ??
      ZONE_COLOR_CODES[index % ZONE_COLOR_CODES.length] ??
      'gris';
    const corners = cornersOf(geometry);
    const input = typeof corners === 'string' ? undefined : zoneInput.safeParse({ name, color, corners });
    const shown = `«${name.slice(0, 40)}»`;
    if (typeof corners === 'string') read.problems.push(`${shown}: ${corners}`);
    else if (!input?.success) read.problems.push(`${shown}: el nombre debe tener de 1 a 40 letras`);
    else if (names.has(fold(input.data.name))) read.problems.push(`${shown}: el nombre se repite en el archivo`);
    else {
      const folded = fold(input.data.name);
      names.add(folded);
      read.zones.push({ input: input.data, replaces: known.find((zone) => fold(zone.name) === folded) ?? null });
    }
  }
  const corners = read.zones.reduce((sum, { input }) => sum + input.corners.length, 0);
  if (corners <= MAX_IMPORTED_CORNERS) return read;
  const most = formatNumber(MAX_IMPORTED_CORNERS);
  return {
    zones: [],
    problems: [`El archivo tiene ${formatNumber(corners)} esquinas; divídalo: el máximo es ${most}`],
  };
}
