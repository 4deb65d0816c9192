import { type ImportPreview, type OrderPreview, readColumnMap } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { countLookups } from '../clients/client-lookups.ts';
import { findDoubtful } from './find-doubtful.ts';
import {
  expiryOf,
  findImported,
  findLayouts,
  findTaken,
  forgetOld,
  type ImportRow,
  keepNewest,
  storePreview,
} from './imports-repository.ts';
import { inputsOf, type JudgedLine, lookupsOf, withoutRepeated } from './judge-lines.ts';
import { parseContext } from './parse-context.ts';
import { parseInThread } from './parse-in-thread.ts';

/** @returns a line as the person sees it. */
export const toPreview = (each: JudgedLine): OrderPreview => {
  if (!each.ok) return { line: each.line, ok: false, errors: each.errors };
  const { client, clientReference, recipient, place, date, window, collectDue } = each.input;
  return {
    line: each.line,
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
}

/**
 * Parses a file and returns what importing it would do. The result is stored for a day, for this person to import,
 * unless they preview three other files in this office.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal invalid for a file that is too complex.
 */
export async function previewImport(
  services: Services,
  dispatcher: Dispatcher,
  { fileName, bytes, columns: map, client }: Uploaded,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const { db, clock } = services;
  const now = clock();
  const { companyId, officeId, sub, username, user } = dispatcher;
  const context = await parseContext(services, dispatcher);
  const parsed = await parseInThread(
    {
      ...context,
      bytes,
      known: await findLayouts(db, dispatcher),
      wish:
        map === undefined && client === undefined
          ? undefined
          : { ...(map !== undefined && readColumnMap(map)), client: client ?? null },
    },
    signal,
  );
  if (parsed.kind === 'too-complex')
    throw new Refusal(
      'invalid',
      'El archivo tiene más datos de los que se pueden leer; guárdelo como CSV o divídalo en partes',
    );
  if (parsed.kind === 'unreadable') {
    const { why, columns, remedy, layout } = parsed;
    return { readable: false, why, columns, remedy, layout };
  }
  const { hash, header, ignored, layout, kept } = parsed;
  if (context.clients.length > 0) await countLookups(services, dispatcher, lookupsOf(parsed.lines, kept.client));
  const inputs = inputsOf(parsed.lines).map(({ input }) => input);
  const lines = withoutRepeated(parsed.lines, await findTaken(db, dispatcher, inputs));
  await forgetOld(db, now);
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
  };
  const id = await storePreview(db, row, header, lines);
  await keepNewest(db, dispatcher);
  const good = lines.filter(({ ok }) => ok).length;
  return {
    readable: true,
    id: String(id),
    fileName,
    lines: lines.length,
    good,
    broken: lines.length - good,
    doubtful: await findDoubtful(db, dispatcher, inputsOf(lines)),
    imported: importedOf(await findImported(db, dispatcher, hash)),
    ignored,
    layout,
    rows: lines.map(toPreview),
    expiresAt: expiryOf(now).toISOString(),
  };
}
