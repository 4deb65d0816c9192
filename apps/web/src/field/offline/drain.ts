import * as lock from '#shared/browser/locks.ts';
import * as calls from '../field-calls.ts';
import { type FieldSession } from '@despacho/contracts/dispatch';
import { type PhoneDb } from './database.ts';
import { queueOf } from './queue.ts';
import { nextOf, sendNext, type Step } from './sender.ts';

/** One sender at a time among tabs and the service worker, and none while the phone is being connected or signed out. */
const LOCK = 'despacho-reparto';

/** How long to wait for another sender, in milliseconds. One part of a photo takes up to two minutes with a weak signal. */
const LOCK_MS = 20_000;

const BUSY = 'Este teléfono todavía está enviando. Cierre las otras pestañas de esta página e inténtelo otra vez.';

/**
 * Runs work while no sender runs.
 * @throws FieldFailure `busy` if another tab or the service worker is still sending after a while; what the work
 * throws.
 */
export async function exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
  const patience = AbortSignal.timeout(LOCK_MS);
  return lock.exclusively(LOCK, work, patience).catch((error: unknown) => {
    throw error === patience.reason ? new calls.FieldFailure('busy', BUSY) : error;
  });
}

export interface DrainPorts {
  db: PhoneDb;
  /** Called while an item is being sent; with undefined when the queue has changed. */
  report: (progress: { id: string; sent: number } | undefined) => void;
  /** The courier of this phone, according to the service. */
  onSession?: (session: FieldSession, sentAt: number) => Promise<void>;
}

/** This many failures in a row are not caused by one item, but by the service. */
const MAX_FAILURES = 3;

/**
 * Sends the queue of the connected courier.
 * @returns why it stopped: everything is sent for now, the service is unreachable or failing, or the phone is not
 * connected.
 */
export async function drain({ db, report, onSession }: DrainPorts): Promise<Exclude<Step, 'sent' | 'stuck'>> {
  const queue = queueOf(db);
  const stored = await db.get('session', 'session');
  if (!stored || !nextOf(await queue.rows(), stored.courierId, Date.now())) return 'idle';
  const sentAt = Date.now();
  let courierId: string;
  try {
    const session = await calls.readSession();
    await onSession?.(session, sentAt);
    ({ courierId } = session);
  } catch (error) {
    if (!(error instanceof calls.FieldFailure)) throw error;
    return error.isDisconnected ? 'disconnected' : 'wait';
  }
  let failures = 0;
  for (;;) {
    const step = await exclusively(async () => {
      // Read inside the lock: the phone may have been connected to somebody else since.
      const owner = await db.get('session', 'session');
      if (owner?.courierId !== courierId) return 'idle';
      return sendNext({
        queue,
        calls,
        courierId,
        now: Date.now,
        report: (id, sent) => report({ id, sent }),
      });
    });
    report(undefined);
    failures = step === 'stuck' ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) return 'wait';
    if (step !== 'sent' && step !== 'stuck') return step;
  }
}
