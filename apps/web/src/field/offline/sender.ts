import type * as calls from '../field-calls.ts';
import { FieldFailure } from '../field-calls.ts';
import { type QueueRow } from './database.ts';
import { type BodyOf, type Queue, type QueueBody } from './queue.ts';

/** Largest part of a photo: five seconds at 50 KB a second. After a failure the next one is half as large. */
const MAX_PART = 256 * 1024;
const MIN_PART = 32 * 1024;

/** Attempts to send a photo whose visit the service acknowledged and does not have. */
const MAX_UNKNOWN = 5;

const BEHIND_FAILED = 'Espera a una visita que no se pudo enviar.';
const UNREADABLE = 'Este teléfono ya no puede leerla. Avise a su oficina.';
const REFUSED = 'El servicio no la aceptó. Avise a su oficina.';

export type SenderCalls = Pick<
  typeof calls,
  | 'sendVisit'
  | 'sendReport'
  | 'sendPhoto'
  | 'sendPhotoPart'
  | 'sendStart'
  | 'sendEnd'
  | 'sendNoteRead'
  | 'sendDoor'
  | 'sendOrder'
  | 'sendPositions'
>;

export interface SenderPorts {
  queue: Queue;
  calls: SenderCalls;
  /** The courier whose rows may be sent. Rows of others stay in the queue. */
  courierId: string;
  now: () => number;
  /** Called while an item is being sent, with its bytes so far. */
  report: (id: string, sent: number) => void;
}

/**
 * The result of a step: an item was sent or given up; one was postponed, and others may be sent; nothing can be sent
 * now; the service is unreachable; or this phone is no longer connected.
 */
export type Step = 'sent' | 'stuck' | 'idle' | 'wait' | 'disconnected';

/** Exponential backoff after failed attempts to send: up to five minutes, with a jitter of half. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;

/** @returns how long to wait after a number of earlier failures, in milliseconds. */
export const waitOf = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random());

/** One failure may be a restart of the service; the courier is shown the second one. */
const SHOWN_TRIES = 2;

const stuckText = ({ status, detail }: FieldFailure): string =>
  `${detail ?? `El servicio respondió con un error (${status})`}. El teléfono lo intenta otra vez solo.`;

/** Visits and other items that the office waits for; positions; photos. */
const rankOf = ({ kind }: QueueRow): number => (kind === 'photo' ? 2 : kind === 'positions' ? 1 : 0);

/** @returns why a row must wait, for the courier; undefined if it may be sent. */
function obstacleOf(row: QueueRow, rows: readonly QueueRow[]): { problem: string | null } | undefined {
  const before = row.after === null ? undefined : rows.find(({ id }) => id === row.after);
  if (!before || before.state === 'sent') return undefined;
  return { problem: (before.problem ?? obstacleOf(before, rows)?.problem) ? BEHIND_FAILED : null };
}

/** @returns the reason why a waiting row waits for another one that failed; null if it does not. */
export const problemOf = (row: QueueRow, rows: readonly QueueRow[]): string | null =>
  row.problem ?? (row.state === 'waiting' ? (obstacleOf(row, rows)?.problem ?? null) : null);

const readyRows = (rows: readonly QueueRow[], courierId: string | undefined): QueueRow[] =>
  rows.filter((row) => row.courierId === courierId && row.state === 'waiting' && !obstacleOf(row, rows));

/** @returns when the first row may be sent, in epoch milliseconds; undefined without any. */
export function nextAttemptAt(rows: readonly QueueRow[], courierId: string | undefined): number | undefined {
  const times = readyRows(rows, courierId).map(({ nextAt = 0 }) => nextAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/**
 * @returns the next row to send now, if any: visits first, in the order they were made, then their photos. A failed row
 * waits for its time and comes after the others, so that it does not block them.
 */
export const nextOf = (rows: readonly QueueRow[], courierId: string, now: number): QueueRow | undefined =>
  readyRows(rows, courierId)
    .filter(({ nextAt = 0 }) => nextAt <= now)
    .sort((a, b) => rankOf(a) - rankOf(b) || a.tries - b.tries || a.seq - b.seq)[0];

/** Whether the same request can succeed later. */
const isTemporary = ({ status }: FieldFailure): boolean =>
  status >= 500 || [403, 404, 405, 408, 425, 429].includes(status);

let partBytes = MAX_PART;

/** Sends the bytes that the service does not have. @returns the final answer. */
async function sendParts(
  { queue, calls: { sendPhoto, sendPhotoPart }, report }: SenderPorts,
  row: QueueRow,
  { visit, type, sha256, takenAt, fileAt, clockOffsetMs, place }: BodyOf<'photo'>,
): Promise<calls.PhotoProgress> {
  const bytes = await queue.photo(row);
  const { id } = row;
  let progress = await sendPhoto({
    id,
    visit,
    kind: type,
    bytes: bytes.byteLength,
    sha256,
    takenAt,
    fileAt,
    clockOffsetMs,
    place,
  });
  while (progress.state === 'open') {
    const { received } = progress;
    report(id, received);
    try {
      progress = await sendPhotoPart(id, received, bytes.slice(received, received + partBytes));
    } catch (error) {
      partBytes = Math.max(MIN_PART, partBytes / 2);
      throw error;
    }
    partBytes = Math.min(MAX_PART, partBytes * 2);
    // The service requests the same part again: try later, as if it could not be reached.
    if (progress.state === 'open' && progress.received <= received)
      throw new FieldFailure('unavailable', undefined, 503);
  }
  return progress;
}

/** @returns the facts of a visit as both of its operations take them. */
function factsOf({ id }: QueueRow, { draft, at, clockOffsetMs, place, corrects }: BodyOf<'visit'>) {
  const { order, ...outcome } = draft;
  const { id: orderId, attempt, version } = order;
  const facts = { id, order: orderId, attempt, version, ...outcome, at, clockOffsetMs, place };
  return { ...facts, ...(corrects !== undefined && { corrects }) };
}

/** @returns how a visit is kept that the service has. */
function keptVisit({ result, message }: Awaited<ReturnType<typeof calls.sendVisit>>, now: number): Partial<QueueRow> {
  const inReview = result === 'review';
  return { state: 'sent', sentAt: now, inReview, problem: inReview ? (message ?? null) : null };
}

/**
 * Shows the office a visit that the service does not take: its facts, without photos, under its own id.
 * @throws FieldFailure if that failed too.
 */
export async function reportVisit({ queue, calls, now }: SenderPorts, row: QueueRow): Promise<void> {
  const body = await queue.open(row);
  if (body.kind === 'visit') await queue.update(row.seq, keptVisit(await calls.sendReport(factsOf(row, body)), now()));
}

/** Sends one row. @returns how it is kept from now on; undefined if it need not be. */
async function sendRow(ports: SenderPorts, row: QueueRow, body: QueueBody): Promise<Partial<QueueRow> | undefined> {
  const { calls, now } = ports;
  const { id } = row;
  switch (body.kind) {
    case 'visit':
      return keptVisit(await calls.sendVisit({ ...factsOf(row, body), photos: body.photos }), now());
    case 'photo': {
      const { state, problem } = await sendParts(ports, row, body);
      return state === 'stored' ? undefined : { state: 'failed', problem: problem ?? REFUSED };
    }
    case 'start':
    case 'end': {
      const { kind, ...rest } = body;
      await (kind === 'start' ? calls.sendStart : calls.sendEnd)({ id, ...rest });
      return { state: 'sent', sentAt: now(), problem: null };
    }
    case 'note':
      await calls.sendNoteRead(body.note);
      return { state: 'sent', sentAt: now(), problem: null };
    case 'door': {
      const { order, attempt, at, clockOffsetMs, place } = body;
      await calls.sendDoor({ id, order, attempt, at, clockOffsetMs, place });
      return { state: 'sent', sentAt: now(), problem: null };
    }
    case 'order': {
      const { at, clockOffsetMs, before, stops } = body;
      const { result } = await calls.sendOrder({ id, at, clockOffsetMs, before, stops });
      // The order of the office remains, and the next route shows it.
      return result === 'changed' ? undefined : { state: 'sent', sentAt: now(), problem: null };
    }
    case 'positions': {
      const { fixes, clockOffsetMs } = body;
      await calls.sendPositions({ fixes, clockOffsetMs });
      return undefined;
    }
  }
}

/** The service has no visit of this photo: it is sent again, if this phone still has it. */
async function sendVisitAgain({ queue }: SenderPorts, photo: QueueRow, rows: readonly QueueRow[]): Promise<void> {
  const visit = rows.find(({ id }) => id === photo.after);
  if (visit?.state !== 'sent' || photo.tries >= MAX_UNKNOWN)
    await queue.update(photo.seq, { state: 'failed', problem: REFUSED });
  else {
    await queue.update(photo.seq, { tries: photo.tries + 1 });
    await queue.update(visit.seq, { state: 'waiting', sentAt: null, problem: null });
  }
}

/** Marks a refused row, so that the courier can decide. Positions are removed: nobody can act on their refusal. */
async function giveUp({ queue }: SenderPorts, row: QueueRow, problem: string): Promise<void> {
  if (row.kind === 'positions') await queue.remove(row);
  else await queue.update(row.seq, { state: 'failed', problem });
}

/** Sends one item. Must not run twice at a time on one phone. It may be killed at any moment and called again. */
export async function sendNext(ports: SenderPorts): Promise<Step> {
  const { queue, courierId, report, now } = ports;
  const rows = await queue.rows();
  const row = nextOf(rows, courierId, now());
  if (!row) return 'idle';
  report(row.id, 0);
  try {
    const kept = await sendRow(ports, row, await queue.open(row));
    if (kept) await queue.update(row.seq, kept);
    else await queue.remove(row);
    return 'sent';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') {
      await giveUp(ports, row, UNREADABLE);
      return 'sent';
    }
    if (!(error instanceof FieldFailure)) throw error;
    if (error.isDisconnected) return 'disconnected';
    if (row.kind === 'photo' && error.status === 404) {
      await sendVisitAgain(ports, row, rows);
      return 'sent';
    }
    if (error.status === 0) return 'wait';
    if (isTemporary(error)) {
      const tries = row.tries + 1;
      const problem = tries >= SHOWN_TRIES ? stuckText(error) : null;
      await queue.update(row.seq, { tries, nextAt: now() + waitOf(row.tries), problem });
      return 'stuck';
    }
    await giveUp(ports, row, error.detail ?? REFUSED);
    return 'sent';
  }
}
