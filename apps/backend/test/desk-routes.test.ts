import { createHash } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { secretHash } from '#platform/secrets.ts';
import { ingestListener } from '#fleet/ingest/ingest-listener.ts';
import request from './request.ts';
import { INGEST } from './test-services.ts';
import { usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [TODAY, TOMORROW] = ['2026-11-20', '2026-11-21'];

describe('a route that the desk runs', () => {
  const desk = usePhones();
  const { dispatch, assign } = desk;

  const dayOf = async (courierId: string, day = TODAY) =>
    (await dispatch.ok('days.list', { query: { day } })).couriers.find(({ courier }) => courier.id === courierId);
  const ordersOf = async (courierId: string, count: number): Promise<Order[]> => {
    const orders = await dispatch.createOrders(count);
    await assign(orders, courierId);
    return orders;
  };
  const setOut = (orders: readonly Order[]) =>
    dispatch.state(
      orders.map(({ id }) => id),
      { to: 'en_ruta' },
    );
  const closeRoute = async (orders: readonly Order[], route: string) =>
    dispatch.ok('assignments.close', {
      body: {
        route,
        orders: (await dispatch.refs(orders.map(({ id }) => id))).map((ref) => ({ ...ref, to: 'entregada' as const })),
      },
    });
  const confirm = async (courierId: string, day = TODAY): Promise<void> => {
    const { delivered = 0, failed = 0 } = (await dayOf(courierId, day)) ?? {};
    const { couriers } = await dispatch.ok('money.day', { query: { day } });
    const version = couriers.find(({ courier }) => courier.id === courierId)?.version ?? 0;
    await dispatch.ok('days.confirm', { body: { courierId, day, delivered, failed, collected: 0, version } });
  };

  describe('with a tracker alone', () => {
    const track = async (courierId: string): Promise<string> =>
      new URL((await dispatch.ok('couriers.track', { id: courierId })).address).searchParams.get('id') ?? '';
    /** Why a fix of now is refused; null if it is accepted. */
    const fix = async (token: string) => {
      const at = desk.clock().getTime();
      const spot = { at, lat: -12.06, lng: -77.05, accuracy: 5, speed: null, heading: null };
      return (await desk.services.positionWriter.add({ tokenHash: secretHash(token) }, [spot]))?.[0];
    };
    const trackerOf = async (id: string) => (await dispatch.ok('couriers.device', { id })).tracker;

    it('takes positions from «En ruta» to «Cerrar ruta», once the courier was informed', async () => {
      const orders = await ordersOf(desk.pedro, 2);
      const token = await track(desk.pedro);
      await setOut(orders);
      expect(await dayOf(desk.pedro)).toMatchObject({ startedAt: desk.clock().toISOString(), end: null });
      expect([await fix(token), (await trackerOf(desk.pedro))?.notice]).toEqual(['before_start', null]);
      const at = desk.clock().toISOString();
      expect((await dispatch.ok('couriers.notice', { id: desk.pedro })).tracker?.notice).toEqual({
        at,
        by: 'Doña ana',
      });
      expect(await fix(token)).toBeNull();
      desk.clock.move(MINUTE);
      expect((await closeRoute(orders, desk.pedro)).outcomes).toMatchObject([{ ok: true }, { ok: true }]);
      expect(await dayOf(desk.pedro)).toMatchObject({ end: { at: desk.clock().toISOString(), byOffice: true } });
      desk.clock.move(MINUTE);
      expect(await fix(token)).toBe('after_end');
      // Further orders open it again.
      await setOut(await ordersOf(desk.pedro, 1));
      expect([await fix(token), (await dayOf(desk.pedro))?.end]).toEqual([null, null]);
      const trail = await desk.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'day.changed')
        .orderBy('position')
        .execute();
      expect(trail.map(({ data }) => data['what'])).toEqual(['despachada', 'cerrada', 'despachada']);
    });

    it('takes none after the turn of the day, or from a connected page before its own start', async () => {
      const token = await track(desk.pedro);
      await dispatch.ok('couriers.notice', { id: desk.pedro });
      await setOut(await ordersOf(desk.pedro, 1));
      expect(await fix(token)).toBeNull();
      const phone = await desk.phoneOf(desk.pedro);
      desk.clock.move(MINUTE);
      expect(await fix(token)).toBe('before_start');
      // The page still offers «Salí a ruta», and sends no positions before.
      expect((await phone.call('field.route')).body).toMatchObject({ startedAt: null });
      const now = () => desk.clock().toISOString();
      await phone.call('field.start', { id: randomUUID(), at: now() });
      expect(await fix(token)).toBeNull();
      await phone.call('field.end', { id: randomUUID(), at: now(), unsent: 0 });
      desk.clock.move(MINUTE);
      await setOut(await ordersOf(desk.pedro, 1));
      expect(await fix(token)).toBe('after_end');

      const other = await track(desk.sara);
      await dispatch.ok('couriers.notice', { id: desk.sara });
      desk.clock.move(11 * HOUR);
      await setOut(await ordersOf(desk.sara, 1));
      expect(await fix(other)).toBeNull();
      // From 21:02 until 05:01.
      desk.clock.move(8 * HOUR);
      expect(await fix(other)).toBe('after_end');
    });

    it('is neither open nor ended after an undo', async () => {
      const orders = await ordersOf(desk.pedro, 1);
      const token = await track(desk.pedro);
      await dispatch.ok('couriers.notice', { id: desk.pedro });
      const undo = (batch: string | null) => dispatch.ok('assignments.undo', { body: { batch: batch ?? '' } });
      await undo((await setOut(orders)).batch);
      expect(await fix(token)).toBe('before_start');
      await setOut(orders);
      desk.clock.move(1000);
      await undo((await closeRoute(orders, desk.pedro)).batch);
      desk.clock.move(1000);
      expect(await fix(token)).toBeNull();
      await closeRoute(orders, desk.pedro);
      const ended = await dayOf(desk.pedro);
      desk.clock.move(1000);
      await undo((await setOut(await ordersOf(desk.pedro, 1))).batch);
      expect([(await dayOf(desk.pedro))?.end, await fix(token)]).toEqual([ended?.end, 'after_end']);
    });

    it('stays open if another change of the same instant is undone', async () => {
      const [mine, other] = [await ordersOf(desk.pedro, 1), await ordersOf(desk.sara, 1)];
      await setOut(mine);
      const { batch } = await setOut(other);
      await dispatch.ok('assignments.undo', { body: { batch: batch ?? '' } });
      expect([(await dayOf(desk.pedro))?.startedAt, (await dayOf(desk.sara))?.startedAt]).toEqual([
        desk.clock().toISOString(),
        null,
      ]);
    });

    it('G41: shows the notice to a browser with the token, and records that it was accepted', async () => {
      const token = await track(desk.pedro);
      const listener = ingestListener(desk.services, INGEST.trustProxy);
      const page = (method: 'get' | 'post', id: string) =>
        request(listener)[method](`/gps?id=${id}`).set('Accept', 'text/html,*/*');
      const shown = await page('get', token);
      const style = /<style>(.*)<\/style>/s.exec(shown.text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect([shown.status, shown.headers['content-security-policy']]).toEqual([
        200,
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'`,
      ]);
      expect(shown.text).toContain('Leí el aviso y lo acepto');
      expect((await trackerOf(desk.pedro))?.notice).toBeNull();
      expect((await page('post', 'A'.repeat(27))).status).toBe(404);
      // A device whose requests look like a browser's: its positions are read, and accept nothing.
      const at = Math.floor(desk.clock().getTime() / 1000);
      for (const [position, seen] of [
        [`lat=-12.06&lon=-77.05&timestamp=${at}`, { refused: 'before_start' }],
        ['lat=x&lon=-77.05', { unreadable: {} }],
      ] as const) {
        const { status, text } = await page('post', `${token}&${position}`);
        expect([status, text]).toEqual([200, '']);
        expect(await trackerOf(desk.pedro)).toMatchObject({ notice: null, ...seen });
      }
      expect((await page('post', token)).text).toContain('Aceptado');
      expect((await trackerOf(desk.pedro))?.notice).toEqual({ at: desk.clock().toISOString(), by: null });
      // What was accepted on the phone is not replaced by a note of the office.
      desk.clock.move(MINUTE);
      expect((await dispatch.ok('couriers.notice', { id: desk.pedro })).tracker?.notice?.by).toBeNull();
      expect((await dispatch.ok('couriers.notice', { id: desk.sara })).tracker).toBeNull();
      // Somebody with the code repeats it without end.
      const repeated = await Promise.all(Array.from({ length: 21 }, () => page('get', token)));
      expect(repeated.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
    });
  });

  describe('of a courier whose day is confirmed', () => {
    it('gets nothing new for that day by any operation, and everything for tomorrow', async () => {
      const [given, moved, later] = await dispatch.createOrders(3);
      const next = await dispatch.createOrder({ date: TOMORROW });
      if (!given || !moved || !later) throw new Error('orders are missing');
      await assign([moved], desk.sara);
      const suggested = async () => {
        const { parts } = await dispatch.ok('assignments.suggest', {
          body: { orders: await dispatch.refs([later.id]) },
        });
        return parts.map(({ courierId }) => courierId);
      };
      expect(await suggested()).toEqual([desk.pedro]);
      await confirm(desk.pedro);
      expect(await suggested()).toEqual([]);
      const refused = [{ ok: false, why: 'day_confirmed', confirmed: { by: { user: 'Doña ana' } } }];
      const ask = async (order: Order, date?: string) =>
        dispatch.ok('assignments.assign', {
          body: { courierId: desk.pedro, orders: await dispatch.refs([order.id]), ...(date !== undefined && { date }) },
        });
      expect((await ask(given)).outcomes).toMatchObject(refused);
      const move = { from: desk.sara, to: desk.pedro };
      expect((await dispatch.ok('assignments.moveLoad', { body: move })).outcomes).toMatchObject(refused);
      expect((await ask(next)).outcomes).toMatchObject([{ ok: true, changed: true }]);
      const reschedule = { date: TODAY, orders: await dispatch.refs([next.id]) };
      expect((await dispatch.ok('assignments.reschedule', { body: reschedule })).outcomes).toMatchObject(refused);
      const { version } = await dispatch.order(next.id);
      const edited = await dispatch.call('orders.edit', { id: next.id, body: { version, changes: { date: TODAY } } });
      expect([edited.status, edited.text]).toEqual([409, expect.stringContaining('ya fue confirmado por Doña ana')]);
      expect((await dispatch.order(next.id)).date).toBe(TOMORROW);
      const closed = (await dispatch.ok('couriers.list')).filter(({ closed: isClosed }) => isClosed);
      expect(closed.map(({ id }) => id)).toEqual([desk.pedro]);
      expect((await dispatch.ok('couriers.list', { query: { dia: TOMORROW } })).some((each) => each.closed)).toBe(
        false,
      );
      // The offer.
      expect((await ask(given, TOMORROW)).outcomes).toMatchObject([{ ok: true, changed: true }]);
      expect(await dispatch.order(given.id)).toMatchObject({
        date: TOMORROW,
        courier: { id: desk.pedro },
        sequence: 2,
      });
    });

    it('sets out for the next day, reports it to the desk, and counts its visits there', async () => {
      const [left] = await ordersOf(desk.pedro, 1);
      if (!left) throw new Error('the order is missing');
      await confirm(desk.pedro);
      desk.clock.move(MINUTE);
      const { outcomes, warnings } = await setOut([left]);
      expect(outcomes).toMatchObject([{ ok: true, changed: true }]);
      expect(warnings).toEqual([{ courierId: desk.pedro, kind: 'next_day', by: 1, day: TOMORROW }]);
      expect((await closeRoute([left], desk.pedro)).outcomes).toMatchObject([{ ok: true }]);
      expect((await dispatch.order(left.id)).visitDay).toBe(TOMORROW);
      expect(await dayOf(desk.pedro, TOMORROW)).toMatchObject({ delivered: 1, end: { byOffice: true } });
      expect(await dayOf(desk.pedro)).toMatchObject({ delivered: 0, confirmed: { by: { user: 'Doña ana' } } });
      // A day that its courier is on can be confirmed, although it is not the office's yet.
      await confirm(desk.pedro, TOMORROW);
    });

    it('gets back the earlier orders by an undo', async () => {
      const [mine] = await ordersOf(desk.pedro, 1);
      await confirm(desk.pedro);
      const moved = await dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara } });
      const undone = await dispatch.ok('assignments.undo', { body: { batch: moved.batch ?? '' } });
      expect(undone.outcomes).toMatchObject([{ ok: true, changed: true }]);
      expect((await dispatch.order(mine?.id ?? '')).courier?.id).toBe(desk.pedro);
    });
  });
});
