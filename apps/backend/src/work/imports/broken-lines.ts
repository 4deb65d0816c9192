import { CSV_MEDIA_TYPE } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { BYTE_ORDER_MARK } from '#platform/files/csv-text.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { notFound } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { brokenPages, findOwnImport, keptHeader } from './imports-repository.ts';

/**
 * The invalid lines of the person's own preview with their errors and remedies; after the import, every line that was
 * not imported, with the reason.
 * @throws Refusal not-found for another person's preview, expired for one that is no longer kept.
 */
export async function brokenLines(
  { db, clock }: WorkServices,
  dispatcher: Dispatcher,
  id: number,
): Promise<FileAnswer> {
  const row = await findOwnImport(db, dispatcher, id);
  if (!row) throw notFound();
  const header = keptHeader(row, clock());
  async function* content(own: typeof row & object): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + header;
    yield* brokenPages(db, dispatcher, own);
  }
  const name = row.batch === null ? 'lineas-con-errores' : 'lineas-no-importadas';
  return { fileName: `${name}-${id}.csv`, mediaType: CSV_MEDIA_TYPE, content: content(row) };
}
