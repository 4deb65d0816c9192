import {
  type ImportPreview,
  LARGEST_IMPORT,
  MOST_IMPORT_LINES,
  type OrderPreview,
  type UnreadableWhy,
} from '@despacho/contracts/dispatch';
import { createHash } from 'node:crypto';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { expiryOf, findImported, forgetOld, type ImportRow, keepNewest } from './imports-repository.ts';
import { judgeImport } from './judge-import.ts';
import { type JudgedLine } from './judge-lines.ts';
import { readFile } from './read-file.ts';
import { readHeader } from './read-header.ts';

const unreadable = (why: UnreadableWhy, remedy: string, columns: string[] = []): ImportPreview => ({
  readable: false,
  why,
  columns,
  remedy,
});

/** @returns why nothing of a file can be imported, or undefined. */
function faultOf(cells: string[][] | undefined): ImportPreview | undefined {
  if (!cells) return unreadable('format', 'Guárdelo desde Excel como «Libro de Excel (.xlsx)» o «CSV»');
  if (cells.length === 0) return unreadable('empty', 'Complete la plantilla con una orden por línea');
  const { missing, repeated } = readHeader(cells[0] ?? []);
  if (missing.length > 0)
    return unreadable('columns', 'La primera línea debe nombrar las columnas; compárela con la plantilla', missing);
  if (repeated.length > 0) return unreadable('repeated_columns', 'Deje cada columna una sola vez', repeated);
  if (cells.length === 1) return unreadable('empty', 'Complete la plantilla con una orden por línea');
  if (cells.length - 1 > MOST_IMPORT_LINES) return unreadable('lines', 'Divida el archivo en partes');
  return undefined;
}

const toPreview = (each: JudgedLine): OrderPreview => {
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

/**
 * Reads a file and tells what importing it would do. What it holds is kept for a day, for this person to import,
 * unless they look at three others there.
 * @param content the file in base64.
 * @throws Refusal invalid for a file that is larger than allowed.
 */
export async function previewImport(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  { fileName, content }: { fileName: string; content: string },
): Promise<ImportPreview> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > LARGEST_IMPORT) throw new Refusal('invalid', 'El archivo pesa más de 5 MB');
  const cells = await readFile(bytes);
  const fault = faultOf(cells);
  if (fault || !cells) return fault ?? unreadable('format', '');
  const now = clock();
  const { companyId, officeId, sub, username, user } = dispatcher;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { header, lines } = await judgeImport(db, dispatcher, cells, now);
  await forgetOld(db, now);
  const { id } = await db
    .insertInto('imports')
    .values({
      company_id: companyId,
      office_id: officeId,
      person: sub,
      username,
      user_name: user,
      file_name: fileName,
      file_hash: hash,
      cells: JSON.stringify(cells),
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepNewest(db, dispatcher);
  const good = lines.filter(({ ok }) => ok).length;
  return {
    readable: true,
    id: String(id),
    fileName,
    lines: lines.length,
    good,
    broken: lines.length - good,
    imported: importedOf(await findImported(db, dispatcher, hash)),
    ignored: header.ignored,
    rows: lines.map(toPreview),
    expiresAt: expiryOf(now).toISOString(),
  };
}
