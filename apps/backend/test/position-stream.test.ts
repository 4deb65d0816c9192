import { type PositionsMoved } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { storePositions } from '#fleet/positions/positions-repository.ts';
import { PositionBoard } from '#fleet/positions/position-board.ts';
import { type Worker, workerClaims } from './dispatch-world.ts';
import { type EventReader } from './event-reader.ts';
import { createServices, NOW } from './test-services.ts';
import { useStream } from './use-stream.ts';

const SECOND = 1000;

describe('the newest positions on the stream', () => {
  const stream = useStream();
  const { dispatch } = stream;
  const open = (who: Worker, modules: string[], charge = workerClaims(who).charge) =>
    stream.open({ ...workerClaims(who), modules, charge });
  const messages = (reader: EventReader) =>
    reader.blocks
      .filter(({ data = '{}' }) => (JSON.parse(data) as { type?: string }).type === 'positions.moved')
      .map(({ id, data = '' }) => ({ id, ...(JSON.parse(data) as PositionsMoved) }));
  const received = (reader: EventReader) => messages(reader).flatMap(({ positions }) => positions);

  /** As another service stores it. */
  const store = async (courierId: string, atMs: number, { officeId = 'N1', lat = -12.058, lng = -77.05 } = {}) => {
    const newest = { at: NOW.getTime() + atMs, lat, lng, accuracy: 11.6, speed: 8.6, battery: 64 };
    const head = { officeId, courierId: Number(courierId), newest, suspect: null };
    await storePositions(stream.db, [], [head], stream.clock());
  };

  it('G20: reach people of the office with M01, without an id, and nobody else', async () => {
    const pedro = await dispatch.createCourier();
    const foreign = await dispatch.createCourier({}, 'neighbour');
    await store(pedro, -60 * SECOND);
    await store(foreign, -60 * SECOND, { officeId: 'N2', lat: -16.39, lng: -71.54 });
    const clerk = await open('clerk', ['M01']);
    const chief = await open('chief', ['M01']);
    const withoutModule = [await open('ana', ['U01', 'T02', 'D01', 'G01', '000']), await open('blindchief', ['G01'])];
    const neighbour = await open('neighbour', ['M01']);
    const stranger = await open('stranger', ['M01']);
    const position = {
      courierId: pedro,
      at: '2026-11-20T14:59:00.000Z',
      lat: -12.058,
      lng: -77.05,
      accuracy: 12,
      speed: 31,
      battery: 64,
      district: 'Breña',
    };
    await clerk.until(() => messages(clerk).length > 0);
    expect(messages(clerk)).toEqual([
      { id: undefined, type: 'positions.moved', officeId: 'N1', positions: [position] },
    ]);
    await chief.until(() => messages(chief).length > 1);
    expect(
      messages(chief)
        .map(({ officeId }) => officeId)
        .sort(),
    ).toEqual(['N1', 'N2']);
    await neighbour.until(() => messages(neighbour).length > 0);
    expect(received(neighbour).map(({ courierId }) => courierId)).toEqual([foreign]);
    for (const reader of [...withoutModule, stranger]) expect(messages(reader)).toEqual([]);
  });

  it('send what changed since the last message, and nothing for an older fix', async () => {
    const [pedro, sara] = [await dispatch.createCourier(), await dispatch.createCourier({ name: 'Sara' })];
    await store(pedro, -60 * SECOND);
    const clerk = await open('clerk', ['M01']);
    await clerk.until(() => received(clerk).length === 1);
    await store(pedro, -90 * SECOND);
    await store(sara, -10 * SECOND);
    await clerk.until(() => received(clerk).length > 1);
    await store(pedro, 0);
    await clerk.until(() => received(clerk).length > 2);
    expect(received(clerk).map(({ courierId, at }) => [courierId, Date.parse(at) - NOW.getTime()])).toEqual([
      [pedro, -60 * SECOND],
      [sara, -10 * SECOND],
      [pedro, 0],
    ]);
  });

  it('G20: say whose arrivals changed to people of the office with M01, without an id, and nobody else', async () => {
    const [pedro, sara] = [await dispatch.createCourier(), await dispatch.createCourier({ name: 'Sara' })];
    await store(pedro, -60 * SECOND);
    await store(sara, -60 * SECOND);
    const about = (reader: EventReader) => reader.blocks.filter(({ data = '' }) => data.includes('"arrivals.changed"'));
    const clerk = await open('clerk', ['M01']);
    const others = [await open('ana', ['U01', 'T02', 'D01', 'G01', '000']), await open('neighbour', ['M01'])];
    await clerk.until(() => received(clerk).length === 2);
    const change = () =>
      stream.db
        .updateTable('courier_positions')
        .set(({ eb }) => ({ arrivals_version: eb('arrivals_version', '+', 1), arrived_at: stream.clock() }))
        .where('courier_id', '=', Number(pedro))
        .execute();
    await change();
    await clerk.until(() => about(clerk).length === 1);
    await change();
    await clerk.until(() => about(clerk).length === 2);
    const event = { type: 'arrivals.changed', officeId: 'N1', courierIds: [pedro] };
    for (const { id, data = '' } of about(clerk)) expect([id, JSON.parse(data)]).toEqual([undefined, event]);
    // No newer position, so none is sent again.
    expect(received(clerk)).toHaveLength(2);
    for (const reader of others) expect(about(reader)).toEqual([]);
  });

  it('are not older than twelve hours', async () => {
    const [pedro, sara] = [await dispatch.createCourier(), await dispatch.createCourier({ name: 'Sara' })];
    await store(pedro, -12 * 60 * 60 * SECOND);
    await store(sara, -12 * 60 * 60 * SECOND + SECOND);
    const clerk = await open('clerk', ['M01']);
    await clerk.until(() => received(clerk).length > 0);
    expect(received(clerk).map(({ courierId }) => courierId)).toEqual([sara]);
  });

  it('wait for a slow stream, and then are the newest', async () => {
    const pedro = await dispatch.createCourier();
    const board = new PositionBoard(stream.db, stream.clock, createServices(stream.db, stream.clock).logger);
    const slow: PositionsMoved[] = [];
    const quick: PositionsMoved[] = [];
    let isReady = false;
    const into = (list: PositionsMoved[]) => (text: string) => list.push(JSON.parse(text) as PositionsMoved);
    board.follow(['N1'], { isReady: () => isReady, send: into(slow) });
    board.follow(['N1'], { isReady: () => true, send: into(quick) });
    try {
      for (const [count, at] of [-30, -20, -10].entries()) {
        await store(pedro, at * SECOND);
        await expect.poll(() => quick.length, { timeout: 20_000 }).toBe(count + 1);
      }
      expect(slow).toEqual([]);
      isReady = true;
      await expect.poll(() => slow.length, { timeout: 20_000 }).toBe(1);
      expect(slow).toEqual([quick[2]]);
    } finally {
      board.close();
    }
  });
});
