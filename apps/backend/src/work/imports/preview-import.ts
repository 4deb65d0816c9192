import {
  accountRows,
  IMPORT_COLUMN_KEYS,
  type ImportPreview,
  type OrderPreview,
  readColumnMap,
} from '@despacho/contracts/dispatch';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { authorOf } from '#people/users/may-act.ts';
import { type WorkServices } from '../services.ts';
import { countLookups } from '#people/clients/client-lookups.ts';
import { findDoubtful } from './find-doubtful.ts';
import {
  expiryOf,
  findImported,
  findLayouts,
  findTaken,
  deleteExpired,
  type ImportRow,
  keepNewest,
  storedHidden,
  storedLine,
  storePreview,
} from './imports-repository.ts';
import { inputsOf, type JudgedLine, lookupsOf, withoutRepeated } from './judge-lines.ts';
import { parseContext } from './parse-context.ts';
import { parseInThread } from './parse-in-thread.ts';
import { requireSimple } from './read-table.ts';
import { NO_ANSWERS, unknownClients } from './unknown-clients.ts';

/** @returns a line as the person sees it. */
export const toPreview = (each: JudgedLine): OrderPreview => {
  if (!each.ok) {
    const { line, rows, recipient, address, errors } = each;
    return { line, rows: rows.length, ok: false, recipient, address, errors };
  }
  const { client, clientReference, recipient, place, date, window, collectDue } = each.input;
  return {
    line: each.line,
    rows: each.rows.length,
    ok: true,
    client: client.name,
    clientReference,
    recipient: recipient.name,
    address: place.address,
    ubigeo: place.ubigeo,
    date,
    window,
    collectDue,
    notes: each.notes,
  };
};

const counted = ({ line, rows, ok }: JudgedLine) => ({ line, rows: rows.length, ok });

const importedOf = (row: ImportRow | undefined) =>
  row
    ? { at: row.at.toISOString(), by: { username: row.username, user: row.user_name }, orders: row.orders ?? 0 }
    : null;

/** A file, and how to read it if the person chose. */
interface Uploaded {
  fileName: string;
  bytes: Uint8Array;
  /** As written by `writeColumnMap`. */
  columns?: string | undefined;
  client?: string | undefined;
  date?: string | undefined;
  sheet?: string | undefined;
  encoding?: string | undefined;
  hidden?: 'include' | undefined;
  crossed?: 'include' | undefined;
  hiddenColumns?: 'skip' | undefined;
}

/**
 * Parses a file and returns what importing it would do. The result is stored for a day, for this person to import,
 * unless they preview three other files in this office.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal invalid for a file that is too complex; busy if the person's files took too long in the last hour.
 */
export async function previewImport(
  services: WorkServices,
  dispatcher: Dispatcher,
  { fileName, bytes, columns: map, client, date, sheet, encoding, hidden, crossed, hiddenColumns }: Uploaded,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { db, clock } = services;
  const now = clock();
  const { companyId, officeId, sub, username, user } = dispatcher;
  services.importCpu.requireLeft(personKey(dispatcher), now);
  const context = await parseContext(services, dispatcher);
  const read = await parseInThread(
    {
      ...context,
      bytes,
      fileName,
      choice: { sheet: sheet === undefined ? undefined : Number(sheet), encoding },
      includeHidden: hidden === 'include',
      includeCrossed: crossed === 'include',
      skipHiddenColumns: hiddenColumns === 'skip',
      known: await findLayouts(db, dispatcher),
      wish:
        map === undefined && client === undefined && date === undefined
          ? undefined
          : { ...(map !== undefined && readColumnMap(map, IMPORT_COLUMN_KEYS)), client: client ?? null, date },
    },
    signal,
    (cpuMs) => services.importCpu.spend(personKey(dispatcher), cpuMs, clock()),
  );
  const parsed = requireSimple(read);
  if (parsed.kind === 'unreadable') {
    const { why, columns, remedy, layout, source } = parsed;
    return { readable: false, why, columns, remedy, layout, source };
  }
  const { hash, header, ignored, layout, kept, source, aside } = parsed;
  if (context.clients.length > 0) await countLookups(services, dispatcher, lookupsOf(parsed.lines));
  const inputs = inputsOf(parsed.lines).map(({ input }) => input);
  const lines = withoutRepeated(parsed.lines, await findTaken(db, dispatcher, inputs));
  await deleteExpired(db, now);
  // Without clients in the company, every client would be unknown.
  const answers = { ...NO_ANSWERS, keepOthers: context.clients.length === 0 };
  const row = {
    company_id: companyId,
    office_id: officeId,
    person: sub,
    username,
    user_name: user,
    file_name: fileName,
    file_hash: hash,
    at: now,
    layout: JSON.stringify(kept),
    aside: JSON.stringify(aside),
    sheets: JSON.stringify(
      source.sheets.filter(({ place }) => place !== source.sheet).map(({ name, rows }) => ({ name, rows })),
    ),
    clients: JSON.stringify(answers),
    author_id: await authorOf(db, dispatcher),
  };
  const id = await storePreview(db, row, header, [...lines.map(storedLine), ...parsed.hiddenRows.map(storedHidden)]);
  await keepNewest(db, dispatcher);
  const valid = inputsOf(lines);
  const doubtful = await findDoubtful(db, dispatcher, valid);
  const good = lines.filter(({ ok }) => ok).length;
  return {
    readable: true,
    id: String(id),
    fileName,
    lines: lines.length,
    good,
    broken: lines.length - good,
    doubtful,
    unknownClients: unknownClients(valid, answers),
    accounting: accountRows(aside, lines.map(counted), {
      repeated: new Set(doubtful.map(({ line }) => line)),
      takenOut: new Set(),
    }),
    source,
    hidden: { rows: parsed.hidden, included: hidden === 'include' },
    ...(parsed.crossed.length > 0 && { crossed: { rows: parsed.crossed, included: crossed === 'include' } }),
    totals: parsed.totals,
    imported: importedOf(await findImported(db, dispatcher, hash)),
    ignored,
    layout,
    rows: lines.map(toPreview),
    expiresAt: expiryOf(now).toISOString(),
  };
}
