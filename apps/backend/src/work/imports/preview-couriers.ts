import { type CourierPreview, MAX_COURIER_LINES } from '@despacho/contracts/dispatch';
import { listCourierNames } from '#fleet/couriers/couriers-repository.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { type WorkServices } from '../services.ts';
import { tableInThread } from './parse-in-thread.ts';
import { readCouriers } from './read-couriers.ts';

interface Uploaded {
  bytes: Uint8Array;
  sheet?: string | undefined;
  encoding?: string | undefined;
}

/** Titles above the header. */
const OTHER_ROWS = 21;

/**
 * Reads a file of couriers and returns what importing it would create. Nothing is stored.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal busy if the person's files took too long in the last hour.
 */
export async function previewCouriers(
  { db, clock, importCpu }: WorkServices,
  dispatcher: Dispatcher,
  { bytes, sheet, encoding }: Uploaded,
  signal: AbortSignal,
): Promise<CourierPreview> {
  const person = personKey(dispatcher);
  importCpu.requireLeft(person, clock());
  const choice = { sheet: sheet === undefined ? undefined : Number(sheet), encoding };
  const parsed = await tableInThread({ bytes, choice, maxRows: MAX_COURIER_LINES + OTHER_ROWS }, signal, (cpuMs) =>
    importCpu.spend(person, cpuMs, clock()),
  );
  if (parsed.kind === 'too-complex')
    return { readable: false, remedy: 'Tiene más datos de los que se pueden leer: guárdelo como CSV', source: null };
  if (parsed.kind === 'unreadable') return { readable: false, remedy: parsed.remedy, source: parsed.source };
  const working = (await listCourierNames(db, dispatcher)).filter(({ state }) => state !== 'retirado');
  const read = readCouriers(parsed.rows, working);
  if ('remedy' in read) return { readable: false, remedy: read.remedy, source: parsed.source };
  return { readable: true, source: parsed.source, hidden: parsed.hidden, ...read };
}
