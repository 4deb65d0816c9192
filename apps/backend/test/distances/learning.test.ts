import { addDays, DEGREE_METERS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { keepLearning, learnTravel, readCells } from '#fleet/distances/learn-travel.ts';
import { createPartitions } from '#fleet/positions/partitions.ts';
import { dispatcherOf } from '../dispatch-world.ts';
import { NOW } from '../test-services.ts';
import { useLoads } from '../use-loads.ts';

const HOUR = 60 * 60_000;
const TODAY = '2026-11-20';
const day = (ago: number): string => addDays(TODAY, -ago);
/** 10:00 in Lima. */
const start = (ago: number): number => NOW.getTime() - ago * 24 * HOUR;

describe('what an office learns from trails', () => {
  const desk = useLoads();
  const learn = () => learnTravel(desk.services);
  const cells = async () => (await readCells(desk.db, dispatcherOf('ana'))).filter(({ legs }) => legs > 0);
  const learned = async () =>
    (await desk.db.selectFrom('travel_cells').select('day').distinct().execute()).map((row) => row.day);

  /**
   * A working day of drives of 1.5 km to the north, each followed by five minutes at a door.
   * @param speed meters a second. @param ago days before today.
   */
  async function work(courierId: string, ago: number, { drives = 4, speed = 5 } = {}): Promise<void> {
    const began = start(ago);
    await desk.db
      .insertInto('courier_days')
      .values({
        company_id: 'norte',
        office_id: 'N1',
        courier_id: Number(courierId),
        day: day(ago),
        started_at: new Date(began),
        ended_at: new Date(began + 5 * HOUR),
        unsent: 0,
      })
      .execute();
    const fixes: { at: Date; lat: number }[] = [];
    let [at, north] = [began, 0];
    const add = (): void => {
      at += 15_000;
      fixes.push({ at: new Date(at), lat: -12.1 + north / DEGREE_METERS });
    };
    for (let drive = 0; drive <= drives; drive++) {
      for (let fix = 0; fix < 20; fix++) add();
      for (let meters = 0; drive < drives && meters < 1500; meters += speed * 15) {
        north += speed * 15;
        add();
      }
    }
    await createPartitions(desk.db, new Date(began));
    await sql`
      insert into positions (office_id, courier_id, at, lat, lng, accuracy, source, arrived_at)
      select 'N1', ${courierId}::bigint, fix.at, fix.lat, -77, 10, 'page', ${NOW}::timestamptz
      from unnest(${fixes.map((fix) => fix.at)}::timestamptz[], ${fixes.map((fix) => fix.lat)}::float8[]) as fix (at, lat)`.execute(
      desk.db,
    );
  }

  it('is the number, length and time of its drives, once for each working day', async () => {
    await work(desk.pedro, 3);
    await learn();
    const [cell, ...others] = await cells();
    expect(others).toEqual([]);
    expect(cell).toMatchObject({ band: 2, distanceClass: 0, legs: 4 });
    expect((cell?.along ?? 0) / (cell?.straight ?? 1)).toBeCloseTo(1, 1);
    expect((cell?.along ?? 0) / (cell?.seconds ?? 1)).toBeCloseTo(5, 0);
    await learn();
    await Promise.all([learn(), learn()]);
    expect(await cells()).toEqual([cell]);
    expect(await learned()).toEqual([day(3)]);
  });

  it('takes days in their order, one at a time, and only those whose positions have arrived', async () => {
    for (const ago of [0, 1, 2, 4]) await work(desk.pedro, ago, { drives: 1 });
    const legs: (number | undefined)[] = [];
    const days: (string | undefined)[] = [];
    for (let run = 0; run < 3; run++) {
      await learn();
      legs.push((await cells())[0]?.legs);
      days.push((await learned())[0]);
    }
    expect([days, legs]).toEqual([
      [day(4), day(2), day(2)],
      [1, 2, 2],
    ]);
    desk.clock.move(24 * HOUR);
    await learn();
    expect([await learned(), (await cells())[0]?.legs]).toEqual([[day(1)], 3]);
  });

  it('counts a day once when two processes learn it together', async () => {
    await work(desk.pedro, 3, { drives: 2 });
    await Promise.all([learn(), learn(), learn()]);
    expect((await cells()).map(({ legs }) => legs)).toEqual([2]);
  });

  it('is decided by most couriers, not by the phone that drives most', async () => {
    await work(desk.sara, 3, { drives: 6, speed: 6 });
    await work(desk.pedro, 3, { drives: 5, speed: 6 });
    await work(await dispatch(), 3, { drives: 9, speed: 24 });
    await learn();
    const [cell] = await cells();
    expect(cell?.legs).toBe(6 + 5 + 8);
    expect((cell?.along ?? 0) / (cell?.seconds ?? 1)).toBeLessThan(8);
  });

  it('forgets old drives, so that the sums stay bounded', async () => {
    await work(desk.pedro, 4, { drives: 2 });
    await learn();
    await desk.db
      .updateTable('travel_cells')
      .set({ legs: 2000, straight: 2_000_000, along: 2_000_000, seconds: 1_000_000 })
      .where('legs', '>', 0)
      .execute();
    await work(desk.pedro, 3, { drives: 2 });
    await learn();
    const [cell] = await cells();
    expect(cell?.legs).toBe(2000);
    expect(cell?.straight).toBeGreaterThan(1_998_000);
    expect(cell?.straight).toBeLessThan(2_002_500);
  });

  it('measures straight lines by what the office drove', async () => {
    const measure = () =>
      desk.services.distances.measure([], {
        office: dispatcherOf('ana'),
        at: NOW,
        signal: new AbortController().signal,
      });
    const before = (await measure()).curve.minutes[1];
    for (const ago of [6, 5, 4, 3])
      for (const courierId of [desk.pedro, desk.sara]) await work(courierId, ago, { speed: 10 });
    for (let run = 0; run < 4; run++) await learn();
    const after = (await measure()).curve.minutes[1];
    expect([before, after]).toEqual([expect.closeTo(5.6, 5), expect.closeTo(1000 / 10 / 60, 0)]);
    const other = await desk.services.distances.measure([], {
      office: dispatcherOf('stranger'),
      at: NOW,
      signal: new AbortController().signal,
    });
    expect(other.curve.minutes[1]).toBe(before);
  });

  it('stops between two couriers when the service stops', async () => {
    await keepLearning(desk.services)();
    await work(desk.pedro, 3);
    await learnTravel(desk.services, AbortSignal.abort());
    expect(await cells()).toEqual([]);
  });

  it('is learned in other offices if one fails', async () => {
    await desk.db.updateTable('offices').set({ time_zone: 'Mars/Olympus' }).where('id', '<>', 'N1').execute();
    await work(desk.pedro, 3);
    await learn();
    expect(await cells()).toHaveLength(1);
  });

  const dispatch = () => desk.dispatch.createCourier({ name: 'Luz Mar' });
});
