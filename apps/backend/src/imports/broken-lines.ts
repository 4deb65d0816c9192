import { CSV_MEDIA_TYPE, IMPORT_COLUMNS } from '@despacho/contracts/dispatch';
import { Readable } from 'node:stream';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { BYTE_ORDER_MARK, csvLine } from '../files/csv-text.ts';
import { type FileAnswer } from '../http/file-answer.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findOwnImport, keptCells } from './imports-repository.ts';
import { judgeImport } from './judge-import.ts';
import { type JudgedLine } from './judge-lines.ts';

/** A column of this name says nothing to an import: the file can be mended and brought back as it is. */
const ERROR_HEADER = 'error';

const sentenceOf = (line: JudgedLine): string =>
  line.ok
    ? ''
    : line.errors
        .map(({ column, reason, remedy }) => `${IMPORT_COLUMNS[column].header}: ${reason}. ${remedy}`)
        .join(' | ');

/**
 * The lines of a person's own preview that cannot be imported as they are now, with why and what to do.
 * @throws Refusal not-found for a preview of somebody else, expired for one that is no longer kept.
 */
export async function brokenLines({ db, clock }: Services, dispatcher: Dispatcher, id: number): Promise<FileAnswer> {
  const row = await findOwnImport(db, dispatcher, id);
  const now = clock();
  // Of what has been imported nothing is left to be mended.
  if (row?.batch !== null) throw notFound();
  const cells = keptCells(row, now);
  const { lines } = await judgeImport(db, dispatcher, cells, now);
  const headers = cells[0] ?? [];
  const earlier = headers.findIndex((header) => header.trim().toLowerCase() === ERROR_HEADER);
  // What an earlier file said about a line is not what is wrong with it now.
  const kept = (cells: readonly string[]): string[] =>
    headers.flatMap((_, place) => (place === earlier ? [] : [cells[place] ?? '']));
  // Written as it is read: each line is made when the one before has been taken.
  const content = function* (): Generator<string> {
    yield BYTE_ORDER_MARK + csvLine([...kept(headers), ERROR_HEADER]);
    for (const line of lines) if (!line.ok) yield csvLine([...kept(line.cells), sentenceOf(line)]);
  };
  return { fileName: `lineas-con-errores-${id}.csv`, mediaType: CSV_MEDIA_TYPE, content: Readable.from(content()) };
}
