import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FieldFailure, type PhotoProgress } from '../field-calls.ts';
import { deletePhoneDb, openPhoneDb, type QueueRow } from './database.ts';
import { type NewItem, type Queue, queueOf } from './queue.ts';
import { sendNext, type SenderCalls, type Step } from './sender.ts';

/** The tab or the browser was killed at this moment. */
class Killed extends Error {}

type Fault = 'none' | 'lost-request' | 'lost-answer' | 'twice' | 'late' | 'busy' | 'overloaded' | 'ended' | 'killed';

interface Visit {
  order: string;
  corrects: string | undefined;
}

/** The dispatch service as the contract describes it: each id counts once. */
class Service {
  readonly visits = new Map<string, Visit>();
  readonly photos = new Map<string, { visit: string; bytes: number[]; size: number }>();
  readonly starts = new Set<string>();
  /** Ids in the order in which they counted for the first time. */
  readonly order: string[] = [];
  applied = 0;

  visit({ id, order, corrects }: { id: string; order: string; corrects?: string }): { result: 'applied' } {
    // An order that was never this courier's.
    if (order === 'foreign') throw new FieldFailure('unprocessable', 'Esa orden no es suya.', 422);
    // A fault of the service that affects only this visit.
    if (order === 'broken') throw new FieldFailure('internal', undefined, 500);
    if (!this.visits.has(id)) {
      this.applied += 1;
      this.order.push(id);
      this.visits.set(id, { order, corrects });
    }
    return { result: 'applied' };
  }

  photo({ id, visit, bytes }: { id: string; visit: string; bytes: number }): PhotoProgress {
    if (!this.visits.has(visit)) throw new FieldFailure('not-found', undefined, 404);
    const known = this.photos.get(id) ?? { visit, bytes: [], size: bytes };
    this.photos.set(id, known);
    return { received: known.bytes.length, state: known.bytes.length === known.size ? 'stored' : 'open' };
  }

  part(id: string, offset: number, part: ArrayBuffer): PhotoProgress {
    const photo = this.photos.get(id);
    if (!photo) throw new FieldFailure('not-found', undefined, 404);
    if (offset === photo.bytes.length) photo.bytes.push(...new Uint8Array(part));
    return { received: photo.bytes.length, state: photo.bytes.length === photo.size ? 'stored' : 'open' };
  }
}

/** A network that fails calls according to the story, and works after its end. */
class Network {
  readonly service = new Service();
  private readonly late: (() => unknown)[] = [];
  private readonly faults: Fault[];

  constructor(faults: readonly Fault[]) {
    this.faults = [...faults];
  }

  get isOver(): boolean {
    return this.faults.length === 0;
  }

  /** A request that was delayed arrives after later ones. */
  deliverLate(): void {
    for (const call of this.late.splice(0))
      try {
        call();
      } catch (error) {
        if (!(error instanceof FieldFailure)) throw error;
      }
  }

  private async answer<Value>(call: () => Value): Promise<Value> {
    await Promise.resolve();
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'late') this.late.push(call);
    if (fault === 'lost-request' || fault === 'late') throw new FieldFailure('network');
    if (fault === 'busy') throw new FieldFailure('unavailable', undefined, 503);
    if (fault === 'overloaded') throw new FieldFailure('too-many', undefined, 429);
    if (fault === 'ended') throw new FieldFailure('session-ended', undefined, 401);
    const value = call();
    if (fault === 'lost-answer') throw new FieldFailure('network');
    if (fault === 'killed') throw new Killed();
    return fault === 'twice' ? call() : value;
  }

  readonly calls: SenderCalls = {
    sendReport: (body) => this.answer(() => this.service.visit(body as never)),
    sendVisit: (body) => this.answer(() => this.service.visit(body as never)),
    sendPhoto: (body) => this.answer(() => this.service.photo(body as never)),
    sendPhotoPart: (id, offset, part) => this.answer(() => this.service.part(id, offset, part)),
    sendStart: (body) => this.answer(() => this.service.starts.add((body as { id: string }).id)),
    sendEnd: () => this.answer(() => ({})),
    sendNoteRead: () => this.answer(() => ({})),
    sendDoor: () => this.answer(() => ({})),
    sendOrder: () => this.answer(() => ({ result: 'applied' as const })),
    sendPositions: () => this.answer(() => ({})),
  };
}

/** A queue whose process dies before or after a write, according to the story. */
function mortal(queue: Queue, deaths: (undefined | 'before' | 'after')[]): Queue {
  const guard =
    <Input extends unknown[], Value>(work: (...input: Input) => Promise<Value>) =>
    async (...input: Input): Promise<Value> => {
      const death = deaths.shift();
      if (death === 'before') throw new Killed();
      const value = await work(...input);
      if (death === 'after') throw new Killed();
      return value;
    };
  return { ...queue, add: guard(queue.add), update: guard(queue.update), remove: guard(queue.remove) };
}

const COURIER = '7';
const PHOTO = 40_000;

const idOf = (index: number, part = 0): string =>
  `00000000-0000-4000-8000-${String(index * 100 + part).padStart(12, '0')}`;

interface Closing {
  photos: number;
  isForeign: boolean;
  isBroken: boolean;
  isCorrection: boolean;
  courier: string;
}

/** The items that closing a visit stores. */
function itemsOf(
  { photos, isForeign, isBroken, isCorrection }: Closing,
  index: number,
  before: string | undefined,
): NewItem[] {
  const id = idOf(index);
  const corrects = isCorrection && before !== undefined ? before : undefined;
  const order = isForeign ? 'foreign' : isBroken ? 'broken' : String(index);
  const moment = { at: '2026-11-23T15:00:00.000Z', clockOffsetMs: null, place: null };
  const kinds = Array.from({ length: photos }, (_, photo) => idOf(index, photo + 1));
  return [
    {
      id,
      ...(corrects !== undefined && { after: corrects }),
      body: {
        kind: 'visit',
        draft: { order: { id: order, code: `C${index}`, attempt: 1, version: 1 }, to: 'entregada', receiver: null },
        ...moment,
        ...(corrects !== undefined && { corrects }),
        photos: kinds.map((photo) => ({ id: photo, kind: 'entrega' as const })),
      },
    },
    ...kinds.map((photo): NewItem => ({
      id: photo,
      after: id,
      bytes: new Uint8Array(PHOTO).fill(index + 1).buffer,
      body: {
        kind: 'photo',
        visit: id,
        code: `C${index}`,
        type: 'entrega',
        sha256: '',
        takenAt: moment.at,
        clockOffsetMs: null,
        place: null,
      },
    })),
  ];
}

const closing = fc.record<Closing>({
  photos: fc.nat({ max: 2 }),
  isForeign: fc.boolean(),
  isBroken: fc.boolean(),
  isCorrection: fc.boolean(),
  courier: fc.constantFrom(COURIER, COURIER, COURIER, '8'),
});

const fault = fc.constantFrom<Fault>(
  'none',
  'none',
  'lost-request',
  'lost-answer',
  'twice',
  'late',
  'busy',
  'overloaded',
  'ended',
  'killed',
);

const death = fc.constantFrom(undefined, undefined, undefined, undefined, 'before' as const, 'after' as const);

it('counts each closing once, and no failure stops another, under any faults of network and phone', async () => {
  let story = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(closing, { minLength: 1, maxLength: 5 }),
      fc.array(fault, { maxLength: 20 }),
      fc.array(death, { maxLength: 20 }),
      async (closings, faults, deaths) => {
        story += 1;
        const name = `story-${story}`;
        const network = new Network(faults);
        const { service } = network;
        // Each death of the process is followed by a new one that opens the same database.
        let db = await openPhoneDb(name);
        const reopen = async (): Promise<Queue> => {
          db.close();
          db = await openPhoneDb(name);
          return mortal(queueOf(db), deaths);
        };
        let queue = await reopen();
        let now = 1;
        const surviving = async (work: () => Promise<unknown>): Promise<boolean> => {
          try {
            await work();
            return true;
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            queue = await reopen();
            return false;
          }
        };
        const step = async (): Promise<Step | 'killed'> => {
          let result: Step | 'killed' = 'killed';
          await surviving(async () => {
            const ports = { queue, calls: network.calls, courierId: COURIER, now: () => now, report: () => undefined };
            result = await sendNext(ports);
            // Nothing can be sent now: the next attempt is after the longest pause.
            if (result === 'idle') now += 600_000;
          });
          return result;
        };

        const stored: { id: string; items: NewItem[]; each: Closing }[] = [];
        const unsure = new Set<string>();
        for (const [index, each] of closings.entries()) {
          const items = itemsOf(each, index, stored.findLast((one) => one.each.courier === each.courier)?.id);
          const isStored = await surviving(() => queue.add(each.courier, items, 1));
          if (isStored) stored.push({ id: idOf(index), items, each });
          else for (const { id } of items) unsure.add(id);
          await step();
          network.deliverLate();
        }
        // The network recovers and the same courier is connected: everything is sent in the end.
        const brokenIds = new Set(
          closings.flatMap(({ isBroken, isForeign }, index) => (isBroken && !isForeign ? [idOf(index)] : [])),
        );
        /** Whether a row stays on the phone: it was refused or is broken, or it must be sent after such a row. */
        const isKept = (rows: readonly QueueRow[], id: string | null): boolean => {
          const row = rows.find((each) => each.id === id);
          return row !== undefined && (row.state === 'failed' || brokenIds.has(row.id) || isKept(rows, row.after));
        };
        const isDone = async (): Promise<boolean> => {
          const rows = await queueOf(db).rows();
          return rows.every(
            ({ id, courierId, state }) => state !== 'waiting' || courierId !== COURIER || isKept(rows, id),
          );
        };
        deaths.length = 0;
        for (let count = 0; count < 300 && !(network.isOver && (await isDone())); count += 1) {
          await step();
          network.deliverLate();
        }
        expect(await isDone()).toBe(true);

        const rows = await queueOf(db).rows();
        const rowOf = (id: string) => rows.find((row) => row.id === id);
        for (const { items, each } of stored)
          for (const { id, body } of items) {
            const isSent =
              body.kind === 'visit' ? service.visits.has(id) : service.photos.get(id)?.bytes.length === PHOTO;
            // Another courier's: kept, and never sent.
            if (each.courier !== COURIER) expect([isSent, rowOf(id)?.state]).toEqual([false, 'waiting']);
            else if (isKept(rows, id)) expect(isSent).toBe(false);
            else expect(isSent).toBe(true);
          }
        // Once each, and only closed visits.
        expect(service.applied).toBe(service.visits.size);
        const known = new Set([...stored.flatMap(({ items }) => items.map(({ id }) => id)), ...unsure]);
        for (const id of [...service.visits.keys(), ...service.photos.keys()]) expect(known).toContain(id);
        for (const photo of service.photos.values()) expect(service.visits.has(photo.visit)).toBe(true);
        // A correction after what it corrects.
        for (const [id, { corrects }] of service.visits)
          if (corrects !== undefined) expect(service.order.indexOf(corrects)).toBeLessThan(service.order.indexOf(id));
        db.close();
        await deletePhoneDb(name);
      },
    ),
    { numRuns: 150 },
  );
});
