import { gzipSync } from 'node:zlib';
import { type CourierTrail, type DayTrails, unpackTrail } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import { createPartitions, DAY_MS, erasePositions } from '#fleet/positions/partitions.ts';
import { trailOf } from '#fleet/trails/read-trail.ts';
import { workDays } from '#fleet/positions/work-spans.ts';
import { readDayTrails } from '#insight/trails/read-day-trails.ts';
import { dispatcherOf, type Worker } from './dispatch-world.ts';
import { fileOf } from './file-of.ts';
import { NORTE_RUC } from './people.ts';
import { NOW } from './test-services.ts';
import { useLoads } from './use-loads.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = '2026-11-20';
/** 08:00 in Lima, two hours before the tests begin. */
const START = NOW.getTime() - 2 * HOUR;
const KB = 1024;

interface Drive {
  courierId: string;
  /** Milliseconds after `START`. */
  from: number;
  fixes: number;
  everySeconds?: number;
  /** A hundred-thousandth of a degree is about a metre. */
  steps?: number;
  lat?: number;
}

describe('trails of couriers', () => {
  const desk = useLoads();
  const { dispatch } = desk;

  /** A day from 08:00. @param hours how long it lasted; still open without it. */
  async function work(courierId: string, hours?: number, day = DAY, start = START): Promise<void> {
    await desk.db
      .insertInto('courier_days')
      .values({
        company_id: 'norte',
        office_id: 'N1',
        courier_id: Number(courierId),
        day,
        started_at: new Date(start),
        ended_at: hours === undefined ? null : new Date(start + hours * HOUR),
        unsent: hours === undefined ? null : 0,
      })
      .execute();
  }

  /** Stores fixes of somebody who moves north. */
  async function drive({ courierId, from, fixes, everySeconds = 20, steps = 100, lat = -12.1 }: Drive): Promise<void> {
    await createPartitions(desk.db, NOW);
    await sql`
      insert into positions (office_id, courier_id, at, lat, lng, accuracy, source, arrived_at)
      select 'N1', ${courierId}::bigint, ${new Date(START + from)}::timestamptz + make_interval(secs => ${everySeconds} * index),
        ${lat} + index * ${steps / 1e5}::float8, -77, 10, 'page', ${NOW}::timestamptz
      from generate_series(0, ${fixes - 1}::integer) as index`.execute(desk.db);
  }

  const read = (courierId: string, as: Worker = 'clerk', query = {}): Promise<CourierTrail> =>
    dispatch.ok('trails.courier', { as, id: courierId, query });
  const readDay = (as: Worker = 'clerk', query = {}): Promise<DayTrails> => dispatch.ok('trails.day', { as, query });
  const minutes = ({ from, to }: { from: number; to: number }) =>
    [from, to].map((at) => (at * SECOND - START) / MINUTE);

  it('have stops with their minutes, gaps, and no impossible fix', async () => {
    const courierId = desk.pedro;
    await work(courierId);
    await drive({ courierId, from: 0, fixes: 30 });
    // Ten minutes at the place reached, then 30 minutes without a signal.
    await drive({ courierId, from: 10 * MINUTE, fixes: 31, steps: 0, lat: -12.07 });
    await drive({ courierId, from: 50 * MINUTE, fixes: 210, lat: -12.06 });
    // Two jumps of 220 km.
    await drive({ courierId, from: 5 * MINUTE + 5 * SECOND, fixes: 2, everySeconds: 120, lat: -14 });
    const trail = await read(courierId);
    expect(trail).toMatchObject({ courier: { id: courierId, name: 'Pedro Rojas' }, day: DAY, leftOut: 2 });
    expect(trail.work).toEqual({ from: START / SECOND, to: null });
    const points = unpackTrail(trail.points);
    expect(points).toHaveLength(271);
    expect(points[0]).toEqual({ at: START / SECOND, lat: -12.1, lng: -77 });
    expect(Math.min(...points.map(({ lat }) => lat))).toBe(-12.1);
    expect(trail.stops.map(minutes)).toEqual([[10, 20]]);
    expect(trail.stops).toMatchObject([{ lat: -12.07, lng: -77 }]);
    expect(trail.gaps.map(minutes)).toEqual([[20, 50]]);
  });

  it('count every jump of a long day, also one a second after a good position', async () => {
    const courierId = desk.pedro;
    const yesterday = { dia: '2026-11-19' };
    // So long that one fix of each four seconds is read.
    await work(courierId, 12, yesterday.dia, START - 24 * HOUR);
    await drive({ courierId, from: -24 * HOUR, fixes: 30 });
    await drive({ courierId, from: -24 * HOUR + SECOND, fixes: 30, lat: -14 });
    await desk.db.updateTable('positions').set({ doubt: 'too_fast' }).where('lat', '<', -13).execute();
    const trail = await read(courierId, 'clerk', yesterday);
    expect([trail.leftOut, trail.points.at.length]).toEqual([30, 30]);
  });

  it('end a gap now while the day is open, and at the end of the day afterwards', async () => {
    await work(desk.pedro);
    await work(desk.sara, 1);
    await drive({ courierId: desk.pedro, from: 0, fixes: 3 });
    await drive({ courierId: desk.sara, from: 0, fixes: 3 });
    expect((await read(desk.pedro)).gaps.map(minutes)).toEqual([[40 / 60, 120]]);
    const ended = await read(desk.sara);
    expect(ended.gaps.map(minutes)).toEqual([[40 / 60, 60]]);
    expect(ended.work?.to).toBe((START + HOUR) / SECOND);
  });

  it('have nothing before «Salí a ruta» or after «Cierre»', async () => {
    const courierId = desk.pedro;
    await work(courierId, 1);
    await drive({ courierId, from: -HOUR, fixes: 3 * 60, everySeconds: 60, steps: 10 });
    const times = unpackTrail((await read(courierId)).points).map(({ at }) => at * SECOND);
    expect([times[0], times.at(-1), times.length]).toEqual([START, START + HOUR, 61]);
    const [courier] = (await readDay()).couriers;
    expect(courier && unpackTrail(courier.points).map(({ at }) => at * SECOND)).toEqual(times);
    expect((await fileOf(dispatch, 'trails.file', csv(courierId))).bytes.toString().split('\r\n')).toHaveLength(63);
  });

  it('say that somebody did not work on a day', async () => {
    expect(await read(desk.pedro)).toMatchObject({ courier: { name: 'Pedro Rojas' }, work: null, points: { at: [] } });
    expect((await readDay()).couriers).toEqual([]);
  });

  it('are visible to people of the office with M01 only', async () => {
    await work(desk.pedro);
    await drive({ courierId: desk.pedro, from: 0, fixes: 10 });
    const statusOf = async (as: Worker, office = 'N1') =>
      (
        await Promise.all([
          dispatch.call('trails.day', { as, office }),
          dispatch.call('trails.courier', { as, office, id: desk.pedro }),
          dispatch.call('trails.file', { ...csv(desk.pedro), as, office }),
          dispatch.call('trails.follow', { as, office, id: desk.pedro }),
        ])
      ).map(({ status }) => status);
    expect(await statusOf('clerk')).toEqual([200, 200, 403, 200]);
    expect(await statusOf('blindchief')).toEqual([200, 200, 200, 200]);
    expect(await statusOf('ana')).toEqual([403, 403, 403, 403]);
    expect(await statusOf('chief')).toEqual([403, 403, 403, 403]);
    expect(await statusOf('neighbour')).toEqual([404, 404, 404, 404]);
    expect(await statusOf('stranger')).toEqual([404, 404, 404, 404]);
    // Through their own office, neighbours find neither the courier nor the day.
    expect((await dispatch.call('trails.courier', { as: 'neighbour', id: desk.pedro })).status).toBe(404);
    expect((await dispatch.call('trails.follow', { as: 'neighbour', id: desk.pedro })).status).toBe(404);
    expect((await dispatch.ok('trails.day', { as: 'neighbour' })).couriers).toEqual([]);
    expect((await dispatch.call('trails.file', { ...csv(desk.pedro), office: 'N2' })).status).toBe(404);
  });

  it('are refused once their positions are erased, with the retention time', async () => {
    await work(desk.pedro);
    await drive({ courierId: desk.pedro, from: 0, fixes: 10 });
    expect((await readDay()).oldestDay).toBe('2026-09-22');
    expect((await readDay('clerk', { dia: '2026-09-22' })).couriers).toEqual([]);
    for (const operation of ['trails.day', 'trails.courier', 'trails.file'] as const) {
      const query = { dia: '2026-09-21', ...(operation === 'trails.file' && { formato: 'csv' }) };
      const answer = await dispatch.call(operation, { as: 'blindchief', id: desk.pedro, query });
      expect([operation, answer.status]).toEqual([operation, 410]);
      expect((answer.body as { message: string }).message).toMatch(/se guardan 60 días/);
    }
    await erasePositions(desk.db, new Date(NOW.getTime() + 61 * DAY_MS), 60);
    expect(unpackTrail((await read(desk.pedro)).points)).toEqual([]);
  });

  it('of an erased courier have no place and no name', async () => {
    await work(desk.sara, 2);
    await drive({ courierId: desk.sara, from: 0, fixes: 100 });
    expect(unpackTrail((await read(desk.sara)).points)).toHaveLength(100);
    await desk.db.updateTable('couriers').set({ state: 'retirado' }).where('id', '=', Number(desk.sara)).execute();
    const options: Record<string, string> = { ruc: NORTE_RUC, name: 'Sara Núñez', confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => options[name] ?? '');
    desk.services.pastFigures.clear();
    expect(await read(desk.sara)).toMatchObject({ points: { at: [], lat: [], lng: [] }, stops: [], leftOut: 0 });
    const day = await readDay();
    expect(day.couriers).toMatchObject([{ id: desk.sara, points: { at: [] } }]);
    expect(JSON.stringify(day)).not.toContain('Sara');
  });

  it('of a day have at most 120 points, and visits for people with U01', async () => {
    await work(desk.pedro);
    await work(desk.sara, 1);
    await drive({ courierId: desk.pedro, from: 0, fixes: 180 });
    await drive({ courierId: desk.pedro, from: HOUR, fixes: 180, steps: 0, lat: -11.92 });
    const order = await dispatch.createOrder({});
    const failed = await dispatch.createOrder({});
    await desk.assign([order, failed], desk.pedro);
    await dispatch.close([order.id], { to: 'entregada' });
    desk.clock.move(MINUTE);
    await dispatch.close([failed.id], { to: 'no_entregada', reason: 'ausente' });
    const { couriers } = await readDay('clerk');
    expect(couriers.map(({ name, visits, stops }) => [name, visits, stops])).toEqual([
      ['Pedro Rojas', null, 1],
      ['Sara Núñez', null, 0],
    ]);
    expect(couriers[0]?.points.at.length).toBeLessThanOrEqual(120);
    const [pedro] = (await readDayTrails(desk.services, dispatcherOf('ana'), DAY, ['M01', 'U01'])).couriers;
    const seconds = NOW.getTime() / SECOND;
    expect(pedro?.visits).toEqual({ delivered: [seconds], failed: [seconds + 60] });
  });

  it('G40: read the orders of a day once a minute, however many people ask', async () => {
    await work(desk.pedro);
    const order = await dispatch.createOrder({});
    await desk.assign([order], desk.pedro);
    const visits = async (as: 'ana' | 'luis') =>
      (await readDayTrails(desk.services, dispatcherOf(as), DAY, ['M01', 'U01'])).couriers.map((each) => each.visits);
    expect(await visits('ana')).toEqual([{ delivered: [], failed: [] }]);
    await dispatch.close([order.id], { to: 'entregada' });
    expect(await visits('luis')).toEqual([{ delivered: [], failed: [] }]);
    desk.services.pastFigures.clear();
    expect(await visits('luis')).toEqual([{ delivered: [NOW.getTime() / SECOND], failed: [] }]);
  });

  it('G40: of a tracker that measures once a second are read in part', async () => {
    desk.clock.move(8 * HOUR);
    await work(desk.pedro);
    await drive({ courierId: desk.pedro, from: 0, fixes: 10 * 3600, everySeconds: 1, steps: 1, lat: -12.5 });
    const [pedro] = await workDays(desk.db, dispatcherOf('ana'), DAY);
    if (!pedro) throw new Error('Nobody worked');
    const { fixes } = await trailOf(desk.db, pedro, desk.clock());
    // One each three seconds.
    expect(fixes).toHaveLength(12_000);
    expect((fixes[1]?.at ?? 0) - (fixes[0]?.at ?? 0)).toBe(3 * SECOND);
  });

  it('of one courier have at most 100 KB, of a day of 200 couriers at most 300 KB', async () => {
    const couriers = await sql<{ id: string }>`
      insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
        capacity_grams, state, created_at)
      select 'norte', 'N1', 'Repartidor número ' || index, 'moto', '{}', '08:00', '18:00', 30, 60000, 'activo', ${NOW}
      from generate_series(1, 200) as index returning id::text`.execute(desk.db);
    const ids = couriers.rows.map(({ id }) => id);
    await sql`
      insert into courier_days (company_id, office_id, courier_id, day, started_at)
      select 'norte', 'N1', id, ${DAY}, ${new Date(START)} from unnest(${ids}::bigint[]) as id`.execute(desk.db);
    await createPartitions(desk.db, NOW);
    // Up to 650 m in any direction at every fix, which no outline can leave out, and no compression either.
    const hashed = (salt: string) =>
      sql`('x' || substr(md5(id || ${salt} || index), 1, 6))::bit(24)::integer % 650 / 1e5`;
    const wander = (everySeconds: number, of: string[]) => sql`
      insert into positions (office_id, courier_id, at, lat, lng, accuracy, source, arrived_at)
      select 'N1', id, ${new Date(START)}::timestamptz + make_interval(secs => index * ${everySeconds}),
        -12 + ${hashed('lat')}, -77 + ${hashed('lng')}, 2000, 'tracker', ${NOW}::timestamptz
      from unnest(${of}::bigint[]) as id, generate_series(0, 7200 / ${everySeconds}::integer - 1) as index`;
    await wander(40, ids.slice(1)).execute(desk.db);
    await wander(1, ids.slice(0, 1)).execute(desk.db);
    const sizeOf = async (operation: 'trails.day' | 'trails.courier') =>
      gzipSync((await dispatch.call(operation, { as: 'clerk', id: ids[0] ?? '' })).text).length;
    const { points } = await read(ids[0] ?? '');
    expect(points.at.length).toBeGreaterThan(5000);
    expect(points.at.length).toBeLessThanOrEqual(6000);
    expect(await sizeOf('trails.courier')).toBeLessThanOrEqual(100 * KB);
    const day = await readDay();
    expect(day.couriers.map(({ points: { at } }) => at.length)).toEqual(ids.map(() => 120));
    expect(await sizeOf('trails.day')).toBeLessThanOrEqual(300 * KB);
  });

  it('G40: are calculated a limited number of times per person and minute', async () => {
    await work(desk.pedro);
    for (let index = 0; index < 120; index++) desk.services.pastReads.take('norte N1/clerk', desk.clock());
    expect((await dispatch.call('trails.courier', { as: 'clerk', id: desk.pedro })).status).toBe(429);
    expect((await dispatch.call('trails.day', { as: 'clerk' })).status).toBe(429);
    expect((await dispatch.call('trails.courier', { as: 'blindchief', id: desk.pedro })).status).toBe(200);
  });

  const csv = (courierId: string, format = 'csv') =>
    ({ as: 'blindchief', id: courierId, query: { dia: DAY, formato: format } }) as const;

  it('are exported as GPX and CSV, in segments between gaps', async () => {
    const courierId = desk.pedro;
    await desk.db
      .updateTable('couriers')
      .set({ name: 'Pedro & <Rojas>' })
      .where('id', '=', Number(courierId))
      .execute();
    await work(courierId);
    await drive({ courierId, from: 0, fixes: 2 });
    await drive({ courierId, from: 30 * MINUTE, fixes: 13, steps: 0, lat: -12.05 });
    const gpx = await fileOf(dispatch, 'trails.file', csv(courierId, 'gpx'));
    expect(gpx.headers).toMatchObject({
      'content-type': 'application/gpx+xml',
      'content-disposition': `attachment; filename="recorrido-N1-${courierId}-2026-11-20.gpx"`,
    });
    const text = gpx.bytes.toString();
    expect(text).toContain('<name>Pedro &amp; &lt;Rojas&gt;, 2026-11-20</name>');
    expect(text).toContain(
      '<wpt lat="-12.050000" lon="-77.000000"><time>2026-11-20T13:30:00.000Z</time><name>Parada 1: 4 min',
    );
    expect([text.match(/<trkseg>/g)?.length, text.match(/<trkpt /g)?.length]).toEqual([2, 15]);
    const lines = (await fileOf(dispatch, 'trails.file', csv(courierId))).bytes.toString().split('\r\n');
    expect(lines[0]).toBe('\ufeffFecha;Hora;Latitud;Longitud;Precisión (m);Tramo;Parada');
    expect(lines.slice(1, 4)).toEqual([
      '2026-11-20;08:00:00;-12.100000;-77.000000;10;1;',
      '2026-11-20;08:00:20;-12.099000;-77.000000;10;1;',
      '2026-11-20;08:30:00;-12.050000;-77.000000;10;2;1',
    ]);
  });
});
