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
  'sendVisit' | 'sendPhoto' | 'sendPhotoPart' | 'sendStart' | 'sendEnd' | 'sendNoteRead' | 'sendPositions'
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
 * What one step did: an item was sent or given up; there is nothing to send; the service cannot take it now; or this phone
 * is no longer connected.
 */
export type Step = 'sent' | 'idle' | 'wait' | 'disconnected';

/** Visits and what else the office waits for; positions; photos. */
const rankOf = ({ kind }: QueueRow): number => (kind === 'photo' ? 2 : kind === 'positions' ? 1 : 0);

/** @returns why a row must wait, for the courier; undefined if it may be sent. */
function obstacleOf(row: QueueRow, rows: readonly QueueRow[]): { problem: string | null } | undefined {
  const before = row.after === null ? undefined : rows.find(({ id }) => id === row.after);
  if (!before || before.state === 'sent') return undefined;
  return { problem: before.state === 'failed' || obstacleOf(before, rows)?.problem ? BEHIND_FAILED : null };
}

/** @returns the reason why a waiting row waits for another one that failed; null if it does not. */
export const problemOf = (row: QueueRow, rows: readonly QueueRow[]): string | null =>
  row.problem ?? (row.state === 'waiting' ? (obstacleOf(row, rows)?.problem ?? null) : null);

/**
 * @returns the next row to send, if any: visits first, in the order they were made, then their photos. A photo that
 * failed is tried after the others, so that it does not keep them back.
 */
export const nextOf = (rows: readonly QueueRow[], courierId: string): QueueRow | undefined =>
  rows
    .filter((row) => row.courierId === courierId && row.state === 'waiting' && !obstacleOf(row, rows))
    .sort((a, b) => rankOf(a) - rankOf(b) || (rankOf(a) === 2 ? a.tries - b.tries : 0) || a.seq - b.seq)[0];

/** Whether the same request can succeed later. */
const isTemporary = ({ status }: FieldFailure): boolean =>
  status === 0 || status >= 500 || [403, 404, 405, 408, 425, 429].includes(status);

let partBytes = MAX_PART;

/** Sends the bytes that the service does not have. @returns the final answer. */
async function sendParts(
  { queue, calls: { sendPhoto, sendPhotoPart }, report }: SenderPorts,
  row: QueueRow,
  { visit, type, sha256, takenAt, clockOffsetMs, place }: BodyOf<'photo'>,
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

/** Sends one row. @returns how it is kept from now on; undefined if it need not be. */
async function sendRow(ports: SenderPorts, row: QueueRow, body: QueueBody): Promise<Partial<QueueRow> | undefined> {
  const { calls, now } = ports;
  const { id } = row;
  switch (body.kind) {
    case 'visit': {
      const { draft, at, clockOffsetMs, place, corrects, photos } = body;
      const { order, ...outcome } = draft;
      const { id: orderId, attempt, version } = order;
      const visit = { id, order: orderId, attempt, version, ...outcome, at, clockOffsetMs, place, photos };
      const answer = await calls.sendVisit({ ...visit, ...(corrects !== undefined && { corrects }) });
      const inReview = answer.result === 'review';
      return { state: 'sent', sentAt: now(), inReview, problem: inReview ? (answer.message ?? null) : null };
    }
    case 'photo': {
      const { state, problem } = await sendParts(ports, row, body);
      return state === 'stored' ? undefined : { state: 'failed', problem: problem ?? REFUSED };
    }
    case 'start':
    case 'end': {
      const { kind, ...rest } = body;
      await (kind === 'start' ? calls.sendStart : calls.sendEnd)({ id, ...rest });
      return { state: 'sent', sentAt: now() };
    }
    case 'note':
      await calls.sendNoteRead(body.note);
      return { state: 'sent', sentAt: now() };
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
    await queue.update(visit.seq, { state: 'waiting', sentAt: null });
  }
}

/** Marks a refused row, so that the courier can decide. Positions are removed: nobody can act on their refusal. */
async function giveUp({ queue }: SenderPorts, row: QueueRow, problem: string): Promise<void> {
  if (row.kind === 'positions') await queue.remove(row);
  else await queue.update(row.seq, { state: 'failed', problem });
}

/** Sends one item. Must not run twice at a time on one phone. It may be killed at any moment and called again. */
export async function sendNext(ports: SenderPorts): Promise<Step> {
  const { queue, courierId, report } = ports;
  const rows = await queue.rows();
  const row = nextOf(rows, courierId);
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
    if (isTemporary(error)) {
      if (error.status !== 0) await queue.update(row.seq, { tries: row.tries + 1 });
      return 'wait';
    }
    await giveUp(ports, row, error.detail ?? REFUSED);
    return 'sent';
  }
}
