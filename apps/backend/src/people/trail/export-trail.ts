import {
  MAX_TRAIL_FILE,
  RECORD_FORMATS,
  isAutomatic,
  TRAIL_KINDS,
  TRAIL_SUBJECTS,
  type TrailEntryView,
  type RecordFormat,
  type TrailSearch,
} from '@despacho/contracts/dispatch';
import { type Dispatcher, requireChargeS } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/files/csv-text.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { type PlatformServices } from '#platform/services.ts';
import { entriesOf, filtersOf } from './list-trail.ts';
import { recordTrail } from './record-trail.ts';

type Cell = (entry: TrailEntryView, moment: (at: string) => string) => string | number | null;

const COLUMNS: readonly (readonly [header: string, cell: Cell])[] = [
  ['Fecha y hora', ({ at }, moment) => moment(at)],
  ['Última vez', ({ lastAt }, moment) => moment(lastAt)],
  ['Veces', ({ count }) => count],
  ['Tipo', ({ kind }) => (TRAIL_KINDS as Record<string, string>)[kind] ?? kind],
  ['Código del tipo', ({ kind }) => kind],
  ['Automático', (entry) => (isAutomatic(entry) ? 'sí' : 'no')],
  ['Oficina', ({ officeId }) => officeId],
  ['Usuario', ({ actor }) => actor?.username ?? null],
  ['Nombre', ({ actor }) => actor?.user ?? null],
  ['Sobre', ({ subject }) => (subject ? (TRAIL_SUBJECTS[subject.kind] ?? subject.kind) : null)],
  ['Identificador', ({ subject }) => subject?.id ?? null],
  ['Nombre de lo cambiado', ({ subject }) => subject?.name ?? null],
  ['Dirección', ({ address }) => address],
  ['Solicitud', ({ requestId }) => requestId],
  ['Última dirección', ({ last }) => last?.address ?? null],
  ['Última solicitud', ({ last }) => last?.requestId ?? null],
  ['Detalle', ({ details }) => (details === null ? null : JSON.stringify(details))],
];

/** Entries as text per chunk. */
const CHUNK = 500;

/** @returns the chunks of a file: a header, and a line of each entry. */
export async function* trailFile(
  entries: AsyncIterable<TrailEntryView>,
  format: RecordFormat,
  timeZone: string,
): AsyncGenerator<string> {
  const moment = (at: string): string => {
    const { date, time } = localOf(new Date(at), timeZone);
    return `${date} ${time}`;
  };
  const lineOf = (entry: TrailEntryView): string =>
    format === 'csv' ? csvLine(COLUMNS.map(([, cell]) => cell(entry, moment))) : `${JSON.stringify(entry)}\n`;
  let text = format === 'csv' ? BYTE_ORDER_MARK + csvLine(COLUMNS.map(([header]) => header)) : '';
  let lines = 0;
  for await (const entry of entries) {
    text += lineOf(entry);
    if (++lines % CHUNK > 0) continue;
    yield text;
    text = '';
  }
  yield text;
}

/**
 * @returns what was found in the company's trail as a file. The download is an entry itself, written before the file is
 * read. @throws Refusal forbidden without charge S.
 */
export async function exportTrailOfCompany(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  { search, format }: { search: TrailSearch; format: RecordFormat },
): Promise<FileAnswer> {
  requireChargeS(dispatcher);
  const { companyId, officeId, sub, username, user, timeZone } = dispatcher;
  const now = clock();
  await recordTrail(db, {
    companyId,
    officeId,
    kind: 'export.trail',
    actor: { id: sub, username, user },
    details: { format, filters: filtersOf(search) },
    at: now,
  });
  let read = 0;
  async function* counted(): AsyncGenerator<TrailEntryView> {
    for await (const entry of entriesOf(db, dispatcher, { search, most: MAX_TRAIL_FILE })) {
      read++;
      yield entry;
    }
  }
  return {
    fileName: `registro-${officeDay(now, dispatcher)}.${format}`,
    mediaType: RECORD_FORMATS[format].mediaType,
    content: trailFile(counted(), format, timeZone),
    rows: () => read,
  };
}
