import { rm } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#platform/database/open-database.ts';
import { createRandom } from '#edge/demo/random.ts';
import { demoFolder } from '../demo-folder.ts';
import { recount, tallied } from '../tallied.ts';
import { KilledDesk } from './killed-desk.ts';
import { bulkRequests, importRequests, type KeyedRequest } from './requests.ts';

/** Factor for the longest wait before the next kill, which moves it towards the commit of a request. */
const LATER = 1.6;
const SOONER = 0.7;

interface Answer {
  batch: string | null;
}

describe('kill -9 during concurrent writes', { timeout: 3_600_000 }, () => {
  let folder: string;
  let desk: KilledDesk;

  beforeAll(async () => {
    folder = await demoFolder();
    desk = new KilledDesk(folder);
    await desk.start();
    await desk.enter();
  });
  afterAll(async () => {
    await desk.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const { count, seed } = inject('kills');
  it(`leaves nothing half done and loses no acknowledged write or event (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const imports = importRequests(desk);
    const report = { acknowledged: 0, doneUnanswered: 0, notDone: 0 };
    const batches = new Map<string, number>();
    const settled: [KeyedRequest, Answer][] = [];
    const latest = { bulk: 0, import: 0 };

    const ask = (wanted: KeyedRequest) => desk.ask<Answer>(wanted.path, wanted.body, wanted.key);
    /**
     * Repeats a request until it is answered.
     * @returns the response, which is the same for every repetition.
     */
    async function settle(wanted: KeyedRequest): Promise<Answer> {
      const answer = await ask(wanted);
      expect(await ask(wanted)).toEqual(answer);
      expect(await wanted.done()).toBe(wanted.orders);
      wanted.answered(answer);
      batches.set(answer.batch ?? '', wanted.orders);
      settled.push([wanted, answer]);
      return answer;
    }

    async function unharmed(wanted: KeyedRequest): Promise<void> {
      const begun = performance.now();
      await ask(wanted);
      latest[wanted.kind] = performance.now() - begun;
      await settle(wanted);
    }
    await unharmed(await imports());
    const bulk = await bulkRequests(desk);
    await unharmed(bulk());
    for (let kill = 0; kill < count; kill++) {
      const wanted = kill % 2 === 0 ? bulk() : await imports();
      const asked = ask(wanted).catch(() => undefined);
      // waits: the moment of a kill of another process is random
      await sleep(random.next() * latest[wanted.kind]);
      await desk.kill();
      const acknowledged = await asked;
      await desk.start();

      // Returns the earlier receipts without doing anything again: the events are counted below.
      for (const [earlier, receipt] of settled.slice(-2)) expect(await ask(earlier)).toEqual(receipt);
      const done = await wanted.done();
      expect(acknowledged ? [wanted.orders] : [0, wanted.orders]).toContain(done);
      report[acknowledged ? 'acknowledged' : done === 0 ? 'notDone' : 'doneUnanswered'] += 1;
      latest[wanted.kind] *= done === 0 ? LATER : SOONER;
      const answer = await settle(wanted);
      if (acknowledged) expect(answer).toEqual(acknowledged);
      process.stdout.write(`kill ${kill + 1} of ${count}: ${JSON.stringify(report)}\n`);
    }

    const all = [...batches.values()].reduce((sum, orders) => sum + orders, 0);
    expect(batches.size).toBe(count + 2);
    // The reader receives the last batch shortly after it was answered.
    await expect.poll(() => desk.received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(all);
    expect(await desk.end()).toBe(0);

    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder }, (lost) => {
      throw lost;
    });
    try {
      // prettier-ignore
      const events = await db.selectFrom('events').select(['data', 'batch']).where('office_id', '=', 'LIMA').orderBy('position').execute();
      const own = events.filter(({ batch }) => batches.has(batch ?? ''));
      for (const [batch, orders] of batches) expect(own.filter((each) => each.batch === batch)).toHaveLength(orders);
      const order = (data: unknown) => (data as { order: { id: string; version: number } }).order;
      expect(desk.received).toEqual(own.map(({ data }) => `${order(data).id} v${order(data).version}`));
      expect(desk.resets).toBe(0);
      expect(await tallied(db)).toEqual(await recount(db));
    } finally {
      await close();
    }
  });
});
