import { type FixBody, type FixedLines } from '@despacho/contracts/dispatch';
import { type ClientAnswers, type KeptLayout } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { countLookups } from '#people/clients/client-lookups.ts';
import { findDoubtful, type NumberedInput } from './find-doubtful.ts';
import {
  findLines,
  findOwnImport,
  findStoredLines,
  findTaken,
  inputsOfLines,
  keepAnswers,
  keptHeader,
  replaceLines,
} from './imports-repository.ts';
import { inputsOf, type JudgedLine, lookupsOf, withoutRepeated } from './judge-lines.ts';
import { parseContext } from './parse-context.ts';
import { fixInThread } from './parse-in-thread.ts';
import { toPreview } from './preview-import.ts';
import { NO_ANSWERS, unknownClients } from './unknown-clients.ts';

/** A preview whose lines are about to change. */
interface OpenPreview {
  id: number;
  revision: number;
  layout: KeptLayout;
  answers: ClientAnswers;
}

/**
 * @returns the person's own preview.
 * @throws Refusal not-found for another person's or an imported preview, expired for an old one.
 */
export async function openPreview(
  { db, clock }: WorkServices,
  dispatcher: Dispatcher,
  id: number,
): Promise<OpenPreview> {
  const row = await findOwnImport(db, dispatcher, id);
  if (row?.batch !== null) throw notFound();
  keptHeader(row, clock());
  const { layout, revision, clients } = row;
  if (!layout)
    throw new Refusal('expired', 'La vista previa es de una versión anterior; vuelva a seleccionar el archivo');
  return { id, revision, layout, answers: clients ?? NO_ANSWERS };
}

const judged = ({ line, input, extra = {} }: NumberedInput): JudgedLine => ({
  line,
  rows: [line],
  text: '',
  input,
  extra,
  sender: '',
  ok: true,
  notes: [],
});

/**
 * Stores lines that were validated again. Those that now repeat another line become errors.
 * @param others the valid lines of the preview that did not change.
 * @param answers the answers about clients to store.
 * @throws Refusal conflict if the preview changed meanwhile.
 */
export async function storeJudged(
  { db }: WorkServices,
  dispatcher: Dispatcher,
  { id, revision, answers }: OpenPreview,
  { others, read }: { others: readonly NumberedInput[]; read: readonly JudgedLine[] },
): Promise<FixedLines> {
  const taken = await findTaken(
    db,
    dispatcher,
    inputsOf(read).map(({ input }) => input),
  );
  // Lines that were valid before come first: of two with the same reference, the changed one is rejected.
  const fixed = withoutRepeated([...others.map(judged), ...read], taken).slice(others.length);
  const broken = await transact(db, async (trx) => {
    const now = await findOwnImport(trx, dispatcher, id);
    if (now?.revision !== revision || now.batch !== null)
      throw new Refusal('conflict', 'Estas líneas cambiaron entretanto; vuelva a intentarlo');
    await keepAnswers(trx, id, answers);
    return replaceLines(trx, id, fixed);
  });
  const good = [...others, ...inputsOf(fixed)].toSorted((one, other) => one.line - other.line);
  return {
    rows: fixed.map(toPreview),
    good: good.length,
    broken,
    doubtful: await findDoubtful(db, dispatcher, good),
    unknownClients: unknownClients(good, answers),
  };
}

/**
 * Replaces the text of one column in invalid lines of the person's own preview, and validates these lines again. Valid
 * lines are not changed.
 * @throws Refusal like `openPreview`, conflict for two changes at a time, busy like `previewImport`.
 */
export async function fixImportLines(
  services: WorkServices,
  dispatcher: Dispatcher,
  id: number,
  { column, value, lines: wanted }: FixBody,
  signal: AbortSignal,
): Promise<FixedLines> {
  const { db, clock, importCpu } = services;
  importCpu.requireLeft(personKey(dispatcher), clock());
  const preview = await openPreview(services, dispatcher, id);
  const { layout, answers } = preview;
  const stored = await findStoredLines(db, dispatcher, id, { wanted, outcome: 'error' });
  const context = await parseContext(services, dispatcher);
  const read = await fixInThread({ ...context, lines: stored, layout, answers, column, value }, signal, (cpuMs) =>
    importCpu.spend(personKey(dispatcher), cpuMs, clock()),
  );
  if (context.clients.length > 0) await countLookups(services, dispatcher, lookupsOf(read));
  const others = inputsOfLines(await findLines(db, dispatcher, id));
  return storeJudged(services, dispatcher, preview, { others, read });
}
