import {
  type BrokenLine,
  type ImportColumns,
  keysOf,
  readColumnMap,
  type TablePreview,
} from '@despacho/contracts/dispatch';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { tableInThread } from './parse-in-thread.ts';
import { type TableTask } from './parse-table.ts';
import { type KeyOf, type LineOf, type TableName, TABLES } from './tables.ts';

/** A file, and how to read it if the person chose. */
export interface UploadedTable {
  bytes: Uint8Array;
  /** As written by `writeColumnMap`. */
  columns?: string | undefined;
  sheet?: string | undefined;
  encoding?: string | undefined;
  /** As in `tableQuery`. */
  accepted?: string | undefined;
}

/**
 * Reads a file of a person in a thread. Nothing is stored.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal invalid for a file that is too complex; busy if the person's files took too long in the last hour.
 */
export async function readTable<Name extends TableName>(
  { clock, importCpu }: Pick<WorkServices, 'clock' | 'importCpu'>,
  dispatcher: Dispatcher,
  { bytes, columns, sheet, encoding, accepted }: UploadedTable,
  task: Pick<TableTask<Name>, 'table' | 'context' | 'without'>,
  signal: AbortSignal,
): Promise<TablePreview<KeyOf<Name>, LineOf<Name> | BrokenLine<KeyOf<Name>>>> {
  const person = personKey(dispatcher);
  importCpu.requireLeft(person, clock());
  const keys = keysOf(TABLES[task.table].columns as ImportColumns<KeyOf<Name>>);
  const parsed = await tableInThread<Name>(
    {
      ...task,
      bytes,
      choice: { sheet: sheet === undefined ? undefined : Number(sheet), encoding },
      ...(accepted !== undefined && { accepted: accepted.split(',') }),
      wish: columns === undefined ? undefined : readColumnMap(columns, keys),
    },
    signal,
    (cpuMs) => importCpu.spend(person, cpuMs, clock()),
  );
  const { kind: _, ...read } = requireSimple(parsed);
  return 'lines' in read ? { readable: true, id: null, ...read } : { readable: false, ...read };
}

/** @throws Refusal invalid for a file that is too complex. */
export function requireSimple<Parsed extends { kind: string }>(
  parsed: Parsed,
): Exclude<Parsed, { kind: 'too-complex' }> {
  if (parsed.kind !== 'too-complex') return parsed as Exclude<Parsed, { kind: 'too-complex' }>;
  throw new Refusal(
    'invalid',
    'El archivo tiene más datos de los que se pueden leer; guárdelo como CSV o divídalo en partes',
  );
}
