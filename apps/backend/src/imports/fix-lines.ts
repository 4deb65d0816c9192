import { type FixBody, type FixedLines } from '@despacho/contracts/dispatch';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { countLookups } from '../clients/client-lookups.ts';
import { findDoubtful, type NumberedInput } from './find-doubtful.ts';
import {
  findInputs,
  findOwnImport,
  findStoredLines,
  findTaken,
  keptHeader,
  replaceLines,
} from './imports-repository.ts';
import { inputsOf, type JudgedLine, lookupsOf, withoutRepeated } from './judge-lines.ts';
import { parseContext } from './parse-context.ts';
import { fixInThread } from './parse-in-thread.ts';
import { toPreview } from './preview-import.ts';

const judged = ({ line, input }: NumberedInput): JudgedLine => ({
  line,
  input,
  ok: true,
  cells: '',
  values: {},
  notes: [],
});

/**
 * Replaces the text of one column in invalid lines of the person's own preview, and validates them again by the same rules.
 * Valid lines are not changed.
 * @throws Refusal not-found for another person's or an imported preview, expired for an old one, conflict for two
 * changes at a time.
 */
export async function fixImportLines(
  services: Services,
  dispatcher: Dispatcher,
  id: number,
  { column, value, lines }: FixBody,
  signal: AbortSignal,
): Promise<FixedLines> {
  const { db, clock } = services;
  const row = await findOwnImport(db, dispatcher, id);
  if (row?.batch !== null) throw notFound();
  keptHeader(row, clock());
  const { layout, revision } = row;
  if (!layout) throw new Refusal('expired', 'La vista previa es de una versión anterior; vuelva a elegir el archivo');
  const stored = await findStoredLines(db, dispatcher, id, lines);
  const context = await parseContext(services, dispatcher);
  const read = await fixInThread({ ...context, lines: stored, layout, column, value }, signal);
  if (context.clients.length > 0) await countLookups(services, dispatcher, lookupsOf(read, layout.client));
  const inputs = await findInputs(db, dispatcher, id);
  const taken = await findTaken(
    db,
    dispatcher,
    inputsOf(read).map(({ input }) => input),
  );
  // Lines that were valid before come first: of two with the same reference, the fixed one is rejected.
  const fixed = withoutRepeated([...inputs.map(judged), ...read], taken).slice(inputs.length);
  const broken = await transact(db, async (trx) => {
    const now = await findOwnImport(trx, dispatcher, id);
    if (now?.revision !== revision || now.batch !== null)
      throw new Refusal('conflict', 'Estas líneas cambiaron entretanto; vuelva a intentarlo');
    return replaceLines(trx, id, fixed);
  });
  const good = [...inputs, ...inputsOf(fixed)].toSorted((one, other) => one.line - other.line);
  return {
    rows: fixed.map(toPreview),
    good: good.length,
    broken,
    doubtful: await findDoubtful(db, dispatcher, good),
  };
}
