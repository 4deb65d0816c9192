import { FIELD_OPERATIONS, reportedVisit, visitBody } from '@despacho/contracts/dispatch';
import { expect, it, vi } from 'vitest';
import { FieldFailure } from '../field-calls.ts';
import { type QueueRow } from './database.ts';
import { type Queue, type QueueBody } from './queue.ts';
import { nextAttemptAt, nextOf, problemOf, reportVisit, sendNext, type SenderCalls } from './sender.ts';

const ID = '0b8f4a52-5f0c-4c52-9d3a-6f6f2f1f0a01';
const BEFORE = '0b8f4a52-5f0c-4c52-9d3a-6f6f2f1f0a02';
const PHOTO = '0b8f4a52-5f0c-4c52-9d3a-6f6f2f1f0a03';

const AT = { at: '2026-11-23T15:00:00.000Z', clockOffsetMs: -250 };
const PLACE = { lat: -12.05, lng: -77.04, accuracy: 8.5 };

const row = (changes: Partial<QueueRow> = {}): QueueRow => ({
  seq: 1,
  id: ID,
  courierId: '7',
  kind: 'visit',
  state: 'waiting',
  problem: null,
  at: 0,
  sentAt: null,
  inReview: false,
  after: null,
  bytes: 0,
  tries: 0,
  body: { iv: new Uint8Array(12), data: new ArrayBuffer(0) },
  ...changes,
});

/** Sends one body. @returns the bodies of the calls, and the resulting row. */
async function send(body: QueueBody, answer: () => unknown, rows = [row({ kind: body.kind })]) {
  const sent: unknown[][] = [];
  const changes: unknown[] = [];
  const record = (...input: unknown[]) => {
    sent.push(input);
    return Promise.resolve().then(answer);
  };
  const queue: Queue = {
    rows: () => Promise.resolve(rows),
    add: () => Promise.resolve(),
    open: () => Promise.resolve(body),
    photo: () => Promise.resolve(new ArrayBuffer(300_000)),
    update: (_seq, change) => Promise.resolve(void changes.push(change)),
    remove: ({ id }) => Promise.resolve(void changes.push(id)),
    forget: () => Promise.resolve(),
  };
  const names = [
    'sendVisit',
    'sendReport',
    'sendPhoto',
    'sendPhotoPart',
    'sendStart',
    'sendEnd',
    'sendNoteRead',
    'sendDoor',
    'sendOrder',
    'sendPositions',
  ];
  const calls = Object.fromEntries(names.map((name) => [name, record])) as unknown as SenderCalls;
  const ports = { queue, calls, courierId: '7', now: () => 5, report: () => undefined };
  return { step: await sendNext(ports), sent, changes, ports };
}

const aVisit: QueueBody = {
  kind: 'visit',
  draft: {
    order: { id: '41', code: 'LIM-41', attempt: 1, version: 3 },
    to: 'entregada',
    payments: [{ means: 'efectivo', amount: 5000 }],
    receiver: { name: 'Rosa Huamán', document: '40506070', relation: 'familiar' },
  },
  ...AT,
  place: PLACE,
  corrects: BEFORE,
  photos: [{ id: PHOTO, kind: 'entrega' }],
};

it('sends a visit as its contract says', async () => {
  const { step, sent, changes } = await send(aVisit, () => ({ result: 'applied' }));
  expect(visitBody.safeParse(sent[0]?.[0]).error).toBeUndefined();
  expect([step, changes]).toEqual(['sent', [{ state: 'sent', sentAt: 5, inReview: false, problem: null }]]);
});

it.each([
  ['field.start', { kind: 'start', ...AT }],
  ['field.end', { kind: 'end', ...AT, unsent: 2 }],
  ['field.door', { kind: 'door', order: '41', code: 'LIM-41', attempt: 1, ...AT, place: PLACE }],
] as const)('sends %s as its contract says', async (operation, body) => {
  const { sent } = await send(body, () => ({}));
  expect(FIELD_OPERATIONS[operation].body.safeParse(sent[0]?.[0]).error).toBeUndefined();
});

const anOrder: QueueBody = { kind: 'order', ...AT, day: '2026-11-23', before: ['1', '2'], stops: ['2', '1'] };

it('sends an order of the stops as its contract says, and drops it if the office’s order stays', async () => {
  const applied = await send(anOrder, () => ({ result: 'applied' }));
  expect(FIELD_OPERATIONS['field.reorder'].body.safeParse(applied.sent[0]?.[0]).error).toBeUndefined();
  expect(applied.changes).toEqual([{ state: 'sent', sentAt: 5, problem: null }]);
  const { changes } = await send(anOrder, () => ({ result: 'changed' }));
  expect(changes).toEqual([row({}).id]);
});

it('shows what the office will decide about a visit', async () => {
  const { changes } = await send(aVisit, () => ({ result: 'review', message: 'La oficina la reasignó.' }));
  expect(changes).toMatchObject([{ state: 'sent', inReview: true, problem: 'La oficina la reasignó.' }]);
});

const aPhoto: QueueBody = {
  kind: 'photo',
  visit: ID,
  code: 'LIM-41',
  type: 'entrega',
  sha256: '0'.repeat(64),
  takenAt: AT.at,
  clockOffsetMs: null,
  place: null,
};

it('resumes a photo where the service has it, and removes it once stored', async () => {
  const answers = [
    { received: 200_000, state: 'open' },
    { received: 300_000, state: 'stored' },
  ];
  const { sent, changes } = await send(aPhoto, () => answers.shift());
  expect(sent[1]?.slice(0, 2)).toEqual([ID, 200_000]);
  expect(sent[1]?.[2]).toHaveProperty('byteLength', 100_000);
  expect(changes).toEqual([ID]);
});

it('keeps a photo that the service refused, with its reason', async () => {
  const { changes } = await send(aPhoto, () => ({ received: 0, state: 'refused', problem: 'No es una foto.' }));
  expect(changes).toEqual([{ state: 'failed', problem: 'No es una foto.' }]);
});

it('sends a visit again whose photo the service does not know', async () => {
  const rows = [row({ state: 'sent', sentAt: 1 }), row({ seq: 2, id: PHOTO, kind: 'photo', after: ID })];
  const missing = () => {
    throw new FieldFailure('not-found', undefined, 404);
  };
  const { step, changes } = await send(aPhoto, missing, rows);
  expect([step, changes]).toEqual(['sent', [{ tries: 1 }, { state: 'waiting', sentAt: null, problem: null }]]);
});

it.each([
  [401, 'session-ended', 'disconnected', []],
  [0, 'network', 'wait', []],
  [500, 'internal', 'stuck', [{ tries: 1, problem: null }]],
  [404, 'not-found', 'stuck', [{ tries: 1, problem: null }]],
  [503, 'unavailable', 'stuck', [{ tries: 1, problem: null }]],
  [429, 'too-many', 'stuck', [{ tries: 1, problem: null }]],
  [409, 'conflict', 'sent', [{ state: 'failed', problem: 'Porque sí.' }]],
  [422, 'unprocessable', 'sent', [{ state: 'failed', problem: 'Porque sí.' }]],
] as const)('after %i %s: %s', async (status, kind, step, changes) => {
  const result = await send(aVisit, () => {
    throw new FieldFailure(kind, 'Porque sí.', status);
  });
  expect([result.step, result.changes]).toMatchObject([step, changes]);
});

it('removes positions that the service refused', async () => {
  const { step, changes } = await send({ kind: 'positions', fixes: [], clockOffsetMs: null }, () => {
    throw new FieldFailure('unprocessable', undefined, 422);
  });
  expect([step, changes]).toEqual(['sent', [ID]]);
});

it('reports that a photo waits for a visit that failed', () => {
  const photo = row({ seq: 2, id: PHOTO, kind: 'photo', after: ID });
  expect(problemOf(photo, [row({ state: 'failed', problem: 'x' }), photo])).toMatch(/^Espera a una visita/);
  expect(problemOf(photo, [row(), photo])).toBeNull();
});

// A pause is random within half of its length, so that two in a row may overlap.
it.each([0, 0.999])(
  'repeats a visit that fails with growing pauses, and names it from the second time (%s)',
  async (luck) => {
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    const failing = () => {
      throw new FieldFailure('internal', undefined, 500);
    };
    const pauses: number[] = [];
    for (const tries of [0, 1, 5, 30]) {
      const { changes } = await send(aVisit, failing, [row({ tries })]);
      const { nextAt = 0, problem } = changes[0] as Partial<QueueRow>;
      pauses.push(nextAt);
      expect(problem === null).toBe(tries === 0);
    }
    expect(pauses.map((pause, index) => pause > (pauses[index - 1] ?? 0))).toEqual([true, true, true, true]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(450_005);
  },
);

it('sends other items while one waits for its next attempt, and dependent ones after it', () => {
  const stuck = row({ tries: 3, nextAt: 900, problem: 'x' });
  const correction = row({ seq: 2, id: BEFORE, after: ID });
  const other = row({ seq: 3, id: PHOTO });
  const rows = [stuck, correction, other];
  expect(nextOf(rows, '7', 100)).toBe(other);
  expect(nextOf([stuck, correction], '7', 100)).toBeUndefined();
  expect(nextAttemptAt([stuck, correction], '7')).toBe(900);
  expect(nextOf([stuck, correction], '7', 900)).toBe(stuck);
  expect(problemOf(correction, rows)).toMatch(/^Espera a una visita/);
});

it('sends the office the data of a visit without its photos, and marks it as reviewed', async () => {
  const { ports, sent, changes } = await send(aVisit, () => ({ result: 'review', message: 'La oficina decide.' }));
  sent.length = 0;
  changes.length = 0;
  await reportVisit(ports, row());
  expect(reportedVisit.safeParse(sent[0]?.[0]).error).toBeUndefined();
  expect(sent[0]?.[0]).toMatchObject({ id: ID, order: '41', payments: [{ amount: 5000 }] });
  expect(sent[0]?.[0]).not.toHaveProperty('photos');
  expect(changes).toEqual([{ state: 'sent', sentAt: 5, inReview: true, problem: 'La oficina decide.' }]);
});
