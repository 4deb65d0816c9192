import { TRAIL_FORMATS, type TrailFormat } from '@despacho/contracts/dispatch';
import { type Spot } from '#fleet/positions/judge-fixes.ts';
import { readDayOf, type Trail } from '#fleet/trails/read-trail.ts';
import { type Stop } from '#fleet/trails/trail.ts';
import { inFileName } from '#orders/exports/prepare-export.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/files/csv-text.ts';
import { xmlText } from '#platform/files/xml-text.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';

/** Decimal places of a coordinate: a decimetre, finer than any receiver. */
const degrees = (value: number): string => value.toFixed(6);

const minutesOf = ({ from, to }: Stop): number => Math.round((to - from) / 60_000);

/** @returns the fixes in segments, which a gap ends. */
function segmentsOf({ fixes, gaps }: Trail): Spot[][] {
  const starts = new Set(gaps.map(({ to }) => to));
  const segments: Spot[][] = [];
  for (const fix of fixes) {
    const open = segments.at(-1);
    if (open && !starts.has(fix.at)) open.push(fix);
    else segments.push([fix]);
  }
  return segments;
}

/** GPX 1.1: a waypoint for each stop, and a track segment for each part between gaps. */
function* gpxOf(name: string, trail: Trail): Generator<string> {
  const at = (tag: string, { lat, lng }: Pick<Spot, 'lat' | 'lng'>): string =>
    `<${tag} lat="${degrees(lat)}" lon="${degrees(lng)}">`;
  const time = (milliseconds: number): string => `<time>${new Date(milliseconds).toISOString()}</time>`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Despacho" xmlns="http://www.topografix.com/GPX/1/1">\n';
  for (const [index, stop] of trail.stops.entries())
    yield `${at('wpt', stop)}${time(stop.from)}<name>Parada ${index + 1}: ${minutesOf(stop)} min</name></wpt>\n`;
  yield `<trk><name>${xmlText(name)}</name>\n`;
  for (const segment of segmentsOf(trail)) {
    yield '<trkseg>\n';
    for (const fix of segment) yield `${at('trkpt', fix)}${time(fix.at)}</trkpt>\n`;
    yield '</trkseg>\n';
  }
  yield '</trk>\n</gpx>\n';
}

/** A line for each fix, with the number of its segment and of its stop. */
function* csvOf(trail: Trail, timeZone: string): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Fecha', 'Hora', 'Latitud', 'Longitud', 'Precisión (m)', 'Tramo', 'Parada']);
  for (const [index, segment] of segmentsOf(trail).entries())
    for (const { at, lat, lng, accuracy } of segment) {
      const { date, time } = localOf(new Date(at), timeZone);
      const stop = trail.stops.findIndex(({ from, to }) => from <= at && at <= to) + 1;
      const radius = accuracy === null ? null : Math.round(accuracy);
      yield csvLine([date, time, degrees(lat), degrees(lng), radius, index + 1, stop || null]);
    }
}

/** @returns the trail of a courier's working day as a file. @throws Refusal as `readDayOf`. */
export async function exportTrail(
  services: Parameters<typeof readDayOf>[0],
  dispatcher: Dispatcher,
  { format, ...asked }: { courierId: number; day: string | undefined; format: TrailFormat },
): Promise<FileAnswer> {
  const { day, name, trail } = await readDayOf(services, dispatcher, asked);
  return {
    fileName: `recorrido-${inFileName(dispatcher.officeId)}-${asked.courierId}-${day}.${format}`,
    mediaType: TRAIL_FORMATS[format].mediaType,
    content: format === 'gpx' ? gpxOf(`${name}, ${day}`, trail) : csvOf(trail, dispatcher.timeZone),
    rows: () => trail.fixes.length,
  };
}
