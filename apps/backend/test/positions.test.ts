import { randomUUID } from 'node:crypto';
import { type Fix, type PositionsReceipt } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPartitions, DAY_MS, erasePositions } from '#fleet/positions/partitions.ts';
import { storePositions } from '#fleet/positions/positions-repository.ts';
import { NOW } from './test-services.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const fixAt = (milliseconds: number, more: Partial<Fix> = {}): Fix => ({
  at: new Date(NOW.getTime() + milliseconds).toISOString(),
  lat: -12.06,
  lng: -77.05,
  accuracy: 12,
  ...more,
});

describe('positions of a phone', () => {
  const desk = usePhones();
  const { dispatch } = desk;

  const press = async (phone: TestPhone, what: 'field.start' | 'field.end', milliseconds = 0): Promise<void> => {
    const at = new Date(desk.clock().getTime() + milliseconds).toISOString();
    const body = { id: randomUUID(), at, ...(what === 'field.end' && { unsent: 0 }) };
    expect((await phone.call(what, body)).status).toBe(200);
  };
  /** A phone whose courier has pressed «Salí a ruta» an hour ago. */
  async function onTheWay(courierId = desk.pedro): Promise<TestPhone> {
    const phone = await desk.phoneOf(courierId);
    await press(phone, 'field.start', -60 * MINUTE);
    return phone;
  }
  async function send(phone: TestPhone, fixes: Fix[], clockOffsetMs?: number): Promise<PositionsReceipt> {
    const body = { fixes, ...(clockOffsetMs !== undefined && { clockOffsetMs }) };
    const answer = await phone.call('field.positions', body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as PositionsReceipt;
  }
  const times = async () =>
    (await desk.db.selectFrom('positions').select('at').orderBy('at').execute()).map(
      ({ at }) => at.getTime() - NOW.getTime(),
    );
  const newest = async () =>
    (await desk.db.selectFrom('courier_positions').select('at').executeTakeFirst())?.at.getTime();

  it('are stored with their time, and the newest is kept', async () => {
    const phone = await onTheWay();
    const fixes = [fixAt(-40 * SECOND), fixAt(-20 * SECOND, { speed: 4.5, heading: 270 })];
    expect(await send(phone, fixes)).toEqual({ accepted: 2, refused: [] });
    const stored = await desk.db.selectFrom('positions').selectAll().orderBy('at').execute();
    expect(stored).toMatchObject([
      { courier_id: Number(desk.pedro), accuracy: 12, speed: null, heading: null, source: 'page' },
      { office_id: 'N1', lat: -12.06, lng: -77.05, speed: 4.5, heading: 270, arrived_at: NOW },
    ]);
    expect(await newest()).toBe(NOW.getTime() - 20 * SECOND);
  });

  it('are refused one by one with a reason, and stored as doubtful after a jump', async () => {
    const phone = await onTheWay();
    const fixes = [
      fixAt(10 * MINUTE),
      fixAt(-MINUTE),
      fixAt(-30 * SECOND, { lat: 0, lng: 0 }),
      fixAt(-20 * SECOND, { lat: 91 }),
      fixAt(-10 * SECOND, { accuracy: 5000 }),
      fixAt(-5 * SECOND, { lng: -76.8 }),
      fixAt(0),
      fixAt(-3 * DAY_MS),
    ];
    expect(await send(phone, fixes)).toEqual({
      accepted: 3,
      refused: [
        { index: 0, reason: 'future' },
        { index: 2, reason: 'no_signal' },
        { index: 3, reason: 'outside' },
        { index: 4, reason: 'inaccurate' },
        { index: 7, reason: 'too_old' },
      ],
    });
    expect(await times()).toEqual([-MINUTE, -5 * SECOND, 0]);
    const doubtful = await desk.db.selectFrom('positions').select('doubt').where('doubt', 'is not', null).execute();
    expect(doubtful).toEqual([{ doubt: 'too_fast' }]);
  });

  it('G40: of one phone are bounded per minute, and those of others are not', async () => {
    const [phone, other] = [await onTheWay(), await onTheWay(desk.sara)];
    const batch = Array.from({ length: 200 }, (_, index) => fixAt(-index * SECOND));
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent += 1)
      statuses.push((await phone.call('field.positions', { fixes: batch })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await send(other, batch)).toMatchObject({ accepted: 200 });
    desk.clock.move(MINUTE);
    expect(await send(phone, batch)).toMatchObject({ accepted: 200 });
  });

  it('G40: of one phone are stored once a second, however many it claims', async () => {
    const phone = await onTheWay();
    const fixes = Array.from({ length: 200 }, (_, index) => fixAt(-10 * SECOND + index * 10));
    expect(await send(phone, fixes)).toMatchObject({ accepted: 200 });
    expect(await times()).toEqual([-10 * SECOND, -9 * SECOND]);
  });

  it('G40: of one phone do not keep those of others from being stored, however small their numbers', async () => {
    const [phone, other] = [await onTheWay(), await onTheWay(desk.sara)];
    const tiny = [1e-60, -1e-42, 5e-324].map((least, index) =>
      fixAt(index * -MINUTE, { lat: least, accuracy: Math.abs(least), speed: least, heading: least }),
    );
    const receipts = await Promise.all([send(phone, tiny), send(other, [fixAt(0)])]);
    expect(receipts.map(({ accepted }) => accepted)).toEqual([3, 1]);
  });

  it('are refused before «Salí a ruta» and after «Cierre del día», also when they arrive later', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    expect(await send(phone, [fixAt(0)])).toEqual({ accepted: 0, refused: [{ index: 0, reason: 'before_start' }] });
    await press(phone, 'field.start', -10 * MINUTE);
    await press(phone, 'field.end', -5 * MINUTE);
    desk.clock.move(DAY_MS);
    expect(
      await send(
        phone,
        [-11, -10, -5, -4].map((minutes) => fixAt(minutes * MINUTE)),
      ),
    ).toEqual({
      accepted: 2,
      refused: [
        { index: 0, reason: 'before_start' },
        { index: 3, reason: 'after_end' },
      ],
    });
    expect(await times()).toEqual([-10 * MINUTE, -5 * MINUTE]);
  });

  it('end 16 hours after the start of a day that is not closed', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    await press(phone, 'field.start');
    desk.clock.move(17 * 60 * MINUTE);
    const fixes = [fixAt(16 * 60 * MINUTE), fixAt(16 * 60 * MINUTE + SECOND)];
    expect(await send(phone, fixes)).toEqual({ accepted: 1, refused: [{ index: 1, reason: 'after_end' }] });
  });

  it('correct a wrong clock by whole minutes, so that a repetition is the same fix', async () => {
    const phone = await onTheWay();
    const hourAhead = fixAt(60 * MINUTE);
    expect((await send(phone, [hourAhead])).refused).toMatchObject([{ reason: 'future' }]);
    await send(phone, [hourAhead], -60 * MINUTE + 400);
    await send(phone, [hourAhead], -60 * MINUTE - 900);
    await send(phone, [fixAt(-SECOND)], 20 * SECOND);
    expect(await times()).toEqual([-SECOND, 0]);
  });

  it('are accepted out of order, and the newest does not move back', async () => {
    const phone = await onTheWay();
    await send(phone, [fixAt(0)]);
    desk.clock.move(MINUTE);
    expect(await send(phone, [fixAt(-10 * MINUTE), fixAt(-5 * MINUTE)])).toMatchObject({ accepted: 2 });
    expect(await times()).toEqual([-10 * MINUTE, -5 * MINUTE, 0]);
    expect(await newest()).toBe(NOW.getTime());
  });

  it('leave the newest as it is when another service has stored a newer one meanwhile', async () => {
    const phone = await onTheWay();
    await send(phone, [fixAt(0)]);
    const key = { officeId: 'N1', courierId: Number(desk.pedro) };
    const older = { at: NOW.getTime() - MINUTE, lat: -12.06, lng: -77.05, accuracy: 5, speed: null, heading: null };
    await storePositions(
      desk.db,
      [{ ...key, ...older, doubt: null, source: 'page' }],
      [{ ...key, newest: older, suspect: null }],
      NOW,
    );
    expect(await times()).toEqual([-MINUTE, 0]);
    expect(await newest()).toBe(NOW.getTime());
  });

  it('are stored once each, whatever the network repeats, splits or reorders', async () => {
    const phone = await onTheWay();
    const all = Array.from({ length: 12 }, (_, index) => fixAt(-index * 15 * SECOND));
    const requests = fc.array(fc.shuffledSubarray(all, { minLength: 1 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        await desk.db.deleteFrom('positions').execute();
        await desk.db.deleteFrom('courier_positions').execute();
        const receipts = await Promise.all(sent.map((fixes) => send(phone, fixes)));
        expect(receipts).toEqual(sent.map(({ length }) => ({ accepted: length, refused: [] })));
        const expected = new Set(sent.flat().map(({ at }) => Date.parse(at) - NOW.getTime()));
        expect(await times()).toEqual([...expected].sort((one, other) => one - other));
        expect(await newest()).toBe(NOW.getTime() + Math.max(...expected));
      }),
      { numRuns: 25 },
    );
  });

  it('of many phones share a statement', async () => {
    const phones = [await onTheWay(), await onTheWay(desk.sara)];
    const answers = await Promise.all(phones.flatMap((phone) => [send(phone, [fixAt(0)]), send(phone, [fixAt(0)])]));
    expect(answers.map(({ accepted }) => accepted)).toEqual([1, 1, 1, 1]);
    expect(await desk.db.selectFrom('courier_positions').select('courier_id').execute()).toHaveLength(2);
    expect(await times()).toEqual([0, 0]);
  });

  it('G40: are bounded in number', async () => {
    const phone = await onTheWay();
    const fixes = Array.from({ length: 201 }, () => fixAt(0));
    expect((await phone.call('field.positions', { fixes })).status).toBe(400);
    expect((await phone.call('field.positions', { fixes: fixes.slice(1) })).status).toBe(200);
  });

  it('G41: belong to the courier of the phone, whatever the request says', async () => {
    const phone = await onTheWay();
    const named = { fixes: [fixAt(0)], courierId: desk.sara };
    expect((await phone.call('field.positions', named)).status).toBe(400);
    await dispatch.ok('couriers.disconnect', { id: desk.pedro });
    expect((await phone.call('field.positions', { fixes: [fixAt(0)] })).status).toBe(403);
    expect(await times()).toEqual([]);
  });

  it('have partitions ahead of time, and are erased with them after the retention', async () => {
    const phone = await onTheWay();
    await send(phone, [fixAt(0)]);
    const partitions = async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class join pg_inherits on oid = inhrelid
        where inhparent = 'positions'::regclass order by 1`.execute(desk.db);
      return rows.map(({ name }) => name);
    };
    await Promise.all([createPartitions(desk.db, NOW), createPartitions(desk.db, NOW)]);
    expect(await partitions()).toEqual([18, 19, 20, 21, 22, 23].map((day) => `positions_202611${day}`));
    await erasePositions(desk.db, new Date('2027-01-19T23:00:00Z'), 60);
    expect([await times(), (await partitions())[0]]).toEqual([[0], 'positions_20261120']);
    await erasePositions(desk.db, new Date('2027-01-20T00:00:00Z'), 60);
    expect([await times(), (await partitions())[0]]).toEqual([[], 'positions_20261121']);
    expect(await newest()).toBeUndefined();
  });
});
