import { type CourierDay, fieldRoute, type OrderInput, type Receipt } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ref } from './use-loads.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TODAY = '2026-11-20';
const TOMORROW = '2026-11-21';
/** Ten in the morning in Lima, when the tests begin. */
const START = '2026-11-20T15:00:00.000Z';

describe('the day of a courier', () => {
  const desk = usePhones();
  const { dispatch, phoneOf, assign } = desk;

  const routeOf = async (phone: TestPhone) => fieldRoute.parse((await phone.call('field.route')).body);
  const dayOf = async (courierId: string, day = TODAY): Promise<CourierDay | undefined> =>
    (await dispatch.ok('days.list', { query: { day } })).couriers.find(({ courier }) => courier.id === courierId);
  const start = (phone: TestPhone, id: string = randomUUID(), at = START) =>
    phone.call('field.start', { id, at, clockOffsetMs: 0 });
  const end = (phone: TestPhone, unsent: number, id: string = randomUUID()) =>
    phone.call('field.end', { id, at: desk.clock().toISOString(), unsent });
  const dayEvents = async () => {
    const rows = await desk.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'day.changed')
      .orderBy('position')
      .execute();
    return rows.map(({ data }) => `${(data['actor'] as { user: string }).user} ${String(data['what'])}`);
  };

  describe('«Salí a ruta»', () => {
    it('puts only the courier’s own orders up to today on the way', async () => {
      const [mine, also, saras] = await dispatch.createOrders(3);
      const tomorrow = await dispatch.createOrder({ date: '2026-11-21' });
      if (!mine || !also || !saras) throw new Error('orders are missing');
      await assign([mine, also, tomorrow], desk.pedro);
      await assign([saras], desk.sara);
      const phone = await phoneOf(desk.pedro);
      expect(await routeOf(phone)).toMatchObject({ startedAt: null, end: null });
      desk.clock.move(5 * MINUTE);
      const answer = await phone.call('field.start', { id: randomUUID(), at: START, clockOffsetMs: 90_000 });
      expect([answer.status, answer.body]).toEqual([200, { startedAt: '2026-11-20T15:01:30.000Z' }]);
      const states = await Promise.all(
        [mine, also, tomorrow, saras].map(async ({ id }) => (await dispatch.order(id)).state),
      );
      expect(states).toEqual(['en_ruta', 'en_ruta', 'asignada', 'asignada']);
      expect((await routeOf(phone)).startedAt).toBe('2026-11-20T15:01:30.000Z');
      expect(await dayOf(desk.pedro)).toMatchObject({ startedAt: '2026-11-20T15:01:30.000Z', open: 2 });
      expect(await dayEvents()).toEqual(['Pedro Rojas salida']);
    });

    it('leaves orders assigned if the courier did not load their parcels', async () => {
      const [loaded, left] = await dispatch.createOrders(2);
      if (!loaded || !left) throw new Error('orders are missing');
      await assign([loaded, left], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      const body = { id: randomUUID(), at: START, clockOffsetMs: 0, missing: [left.id] };
      expect((await phone.call('field.start', body)).status).toBe(200);
      const states = await Promise.all([loaded, left].map(async ({ id }) => (await dispatch.order(id)).state));
      expect(states).toEqual(['en_ruta', 'asignada']);
    });

    it('changes nothing when it is repeated, not even weeks later', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      const id = randomUUID();
      const first = await start(phone, id);
      const added = await dispatch.createOrder();
      await assign([added], desk.pedro);
      expect((await start(phone, id)).body).toEqual(first.body);
      await end(phone, 0);
      desk.clock.move(6 * DAY);
      expect((await start(phone, id)).body).toEqual(first.body);
      expect((await dispatch.order(added.id)).state).toBe('asignada');
      expect(await dayOf(desk.pedro)).toMatchObject({ end: { unsent: 0 } });
      expect(await dayEvents()).toEqual(['Pedro Rojas salida', 'Pedro Rojas cierre']);
    });

    it('G40: is bounded per courier and minute, and repetitions are not', async () => {
      const [phone, other] = [await phoneOf(desk.pedro), await phoneOf(desk.sara)];
      const first = randomUUID();
      const statuses = [(await start(phone, first)).status];
      for (let sent = 1; sent < 22; sent += 1)
        statuses.push((sent % 2 === 0 ? await start(phone) : await end(phone, sent)).status);
      expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
      expect(await dayEvents()).toHaveLength(20);
      expect([(await start(phone, first)).status, (await start(other)).status]).toEqual([200, 200]);
      desk.clock.move(MINUTE);
      expect((await start(phone)).status).toBe(200);
    });

    it('G41: refuses the id of another courier’s request, and changes nothing', async () => {
      const [order] = await dispatch.createOrders(1);
      if (!order) throw new Error('the order is missing');
      await assign([order], desk.sara);
      const [phone, other] = [await phoneOf(desk.pedro), await phoneOf(desk.sara)];
      const id = randomUUID();
      expect((await start(phone, id)).status).toBe(200);
      // A conflict would be retried forever, and block the rest of the phone's queue.
      expect([(await start(other, id)).status, (await end(other, 0, id)).status]).toEqual([422, 422]);
      expect((await dispatch.order(order.id)).state).toBe('asignada');
      expect(await routeOf(other)).toMatchObject({ startedAt: null, end: null });
      // With a different id, the same request is carried out.
      expect((await start(other)).status).toBe(200);
      expect((await dispatch.order(order.id)).state).toBe('en_ruta');
      expect(await dayEvents()).toEqual(['Pedro Rojas salida', 'Sara Núñez salida']);
    });

    it('only records its time when it arrives on a later day', async () => {
      const phone = await phoneOf(desk.pedro);
      const order = await dispatch.createOrder({ date: '2026-11-21' });
      await assign([order], desk.pedro);
      desk.clock.move(DAY);
      await start(phone);
      expect((await dispatch.order(order.id)).state).toBe('asignada');
      expect((await dayOf(desk.pedro))?.startedAt).toBe(START);
      expect((await routeOf(phone)).startedAt).toBeNull();
    });

    const deliver = async (phone: TestPhone, { id }: { id: string }): Promise<void> => {
      const at = desk.clock().toISOString();
      const body = { id: randomUUID(), order: id, attempt: 1, version: 2, to: 'entregada', at, clockOffsetMs: 0 };
      expect((await phone.call('field.visit', body)).body).toMatchObject({ result: 'applied' });
    };
    /** From ten in the morning until half past midnight. */
    const UNTIL_NIGHT = 14.5 * 60 * MINUTE;

    /** A day with two orders of today, of which one is delivered, and one of tomorrow, half past midnight. */
    async function night() {
      const [first, second] = await dispatch.createOrders(2);
      const next = await dispatch.createOrder({ date: TOMORROW });
      if (!first || !second) throw new Error('orders are missing');
      await assign([first, second, next], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      await start(phone);
      desk.clock.move(UNTIL_NIGHT);
      await deliver(phone, first);
      await end(phone, 0);
      desk.clock.move(MINUTE);
      return { phone, first, second, next, now: desk.clock().toISOString() };
    }
    const statesOf = async (phone: TestPhone) => {
      const { day, stops } = await routeOf(phone);
      return { day, stops: stops.map(({ id, state }) => [id, state]) };
    };

    it('after midnight belongs to the working day of the office, and withdraws its end', async () => {
      const { phone, first, second, next, now } = await night();
      expect((await start(phone, randomUUID(), now)).body).toEqual({ startedAt: START });
      expect(await statesOf(phone)).toEqual({
        day: TODAY,
        stops: [
          [first.id, 'entregada'],
          [second.id, 'en_ruta'],
        ],
      });
      expect((await dispatch.order(next.id)).state).toBe('asignada');
      await deliver(phone, second);
      expect((await dispatch.order(second.id)).visitDay).toBe(TODAY);
      expect(await dayOf(desk.pedro)).toMatchObject({ delivered: 2, startedAt: START, end: null });
      expect(await dayOf(desk.pedro, TOMORROW)).toMatchObject({ delivered: 0, startedAt: null });
    });

    it('belongs to tomorrow if the courier says so, with all that follows', async () => {
      const { phone, second, next, now } = await night();
      const body = { id: randomUUID(), at: now, clockOffsetMs: 0, day: TOMORROW };
      expect((await phone.call('field.start', body)).body).toEqual({ startedAt: now });
      expect(await statesOf(phone)).toEqual({
        day: TOMORROW,
        stops: [
          [second.id, 'en_ruta'],
          [next.id, 'en_ruta'],
        ],
      });
      await deliver(phone, next);
      expect((await dispatch.order(next.id)).visitDay).toBe(TOMORROW);
      // «Salí con las paradas nuevas» and «Cierre» are of the same route.
      const later = await dispatch.createOrder({ date: TOMORROW });
      await assign([later], desk.pedro);
      await start(phone, randomUUID(), now);
      expect((await dispatch.order(later.id)).state).toBe('en_ruta');
      await end(phone, 0);
      expect([await dayOf(desk.pedro), await dayOf(desk.pedro, TOMORROW)]).toMatchObject([
        { delivered: 1, startedAt: START, end: { unsent: 0 } },
        { delivered: 1, startedAt: now, end: { unsent: 0 } },
      ]);
      const { events } = await dispatch.ok('events.history');
      expect(events.filter((event) => event.type === 'day.changed' && event.isAhead)).toMatchObject([
        { what: 'salida', day: TOMORROW },
        { what: 'salida', day: TOMORROW },
      ]);
    });

    it('for a day other than tomorrow belongs to the working day of the office', async () => {
      const phone = await phoneOf(desk.pedro);
      for (const day of ['2026-11-19', '2026-11-22', '2031-01-01'])
        expect((await phone.call('field.start', { id: randomUUID(), at: START, day })).status).toBe(200);
      expect((await routeOf(phone)).day).toBe(TODAY);
      expect((await desk.db.selectFrom('courier_days').select('day').execute()).map(({ day }) => day)).toEqual([TODAY]);
    });

    it('shows the phone the stops of tomorrow only if the courier has nothing else to carry', async () => {
      const [today, tomorrow] = [await dispatch.createOrder(), await dispatch.createOrder({ date: TOMORROW })];
      await dispatch.createOrder({ date: '2026-11-22' });
      await assign([today, tomorrow], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      const shown = async () => (await routeOf(phone)).stops.map(({ id }) => id);
      expect(await shown()).toEqual([today.id]);
      await assign([await dispatch.order(today.id)], desk.sara);
      expect(await shown()).toEqual([tomorrow.id]);
      // On the way, the stops are those of the route.
      await start(phone);
      expect(await shown()).toEqual([]);
    });

    it('moves visits to its day when it arrives after them, each as a change of its order', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      desk.clock.move(UNTIL_NIGHT);
      await deliver(phone, order);
      expect((await dispatch.order(order.id)).visitDay).toBe(TODAY);
      const minutesAgo = (minutes: number) => ({
        id: randomUUID(),
        at: new Date(desk.clock().getTime() - minutes * MINUTE).toISOString(),
        day: TOMORROW,
      });
      await phone.call('field.start', minutesAgo(10));
      expect((await dispatch.order(order.id)).visitDay).toBe(TOMORROW);
      await phone.call('field.start', minutesAgo(20));
      const { timeline } = await dispatch.ok('orders.read', { id: order.id });
      expect(timeline.filter(({ what }) => what === 'editada')).toMatchObject([
        { before: { visitDay: TODAY }, after: { visitDay: TOMORROW }, actor: { user: 'Pedro Rojas' } },
      ]);
    });

    it('is never in the future', async () => {
      const phone = await phoneOf(desk.pedro);
      const answer = await start(phone, randomUUID(), '2031-01-01T00:00:00.000Z');
      expect(answer.body).toEqual({ startedAt: START });
    });
  });

  describe('«Cierre del día»', () => {
    const collected = async (changes: Partial<OrderInput> = {}) => {
      const order = await dispatch.createOrder({ collectDue: 5000, ...changes });
      await assign([order], desk.pedro);
      return order;
    };
    const paid = (amount: number, means: 'efectivo' | 'yape' = 'efectivo') => ({
      to: 'entregada' as const,
      payments: [{ means, amount }],
    });
    const totals = { delivered: 2, failed: 1, collected: 8000 };
    /** Without a hand-over, so that it needs a reason: money.test.ts tests those. */
    const confirm = async (seen: object = totals, as: 'ana' | 'luis' = 'ana', key: string = randomUUID()) => {
      const { couriers } = await dispatch.ok('money.day', { query: { day: TODAY } });
      const version = couriers.find(({ courier }) => courier.id === desk.pedro)?.version ?? 0;
      const rest = { reason: 'faltante' };
      return dispatch.call('days.confirm', {
        as,
        key,
        rawBody: { courierId: desk.pedro, day: TODAY, version, rest, ...seen },
      });
    };

    /** A day with two deliveries, a failed visit and an open order. */
    async function workedDay() {
      const cash = await collected();
      const yape = await collected({ collectDue: 3000 });
      const failed = await collected();
      const open = await collected();
      await dispatch.close([cash.id], paid(5000));
      await dispatch.close([yape.id], paid(3000, 'yape'));
      await dispatch.close([failed.id], { to: 'no_entregada', reason: 'ausente' });
      return { cash, yape, failed, open };
    }

    it('shows the office what the courier delivered, collected and still has to send', async () => {
      await workedDay();
      const phone = await phoneOf(desk.pedro);
      const answer = await end(phone, 3);
      expect(answer.body).toEqual({ at: START, confirmedAt: null, confirmed: null });
      expect((await routeOf(phone)).end).toEqual({ at: START, confirmedAt: null, confirmed: null });
      expect((await dispatch.ok('days.list')).couriers).toEqual([
        {
          courier: { id: desk.pedro, name: 'Pedro Rojas' },
          startedAt: null,
          end: { at: START, unsent: 3 },
          confirmed: null,
          delivered: 2,
          failed: 1,
          open: 1,
          payments: [
            { means: 'efectivo', amount: 5000 },
            { means: 'yape', amount: 3000 },
          ],
          due: 8000,
        },
      ]);
    });

    it('keeps its payments in the route, even after the office confirmed it', async () => {
      const { cash, yape } = await workedDay();
      const saras = await dispatch.createOrder({ collectDue: 900 });
      await assign([saras], desk.sara);
      await dispatch.close([saras.id], paid(900));
      // As a phone that was connected again, and has recorded nothing itself.
      const phone = await phoneOf(desk.pedro);
      const paidOf = async () =>
        new Map((await routeOf(phone)).stops.map(({ id, payments }) => [id, payments] as const));
      const own = await paidOf();
      expect([own.get(cash.id), own.get(yape.id), own.has(saras.id)]).toEqual([
        [{ means: 'efectivo', amount: 5000 }],
        [{ means: 'yape', amount: 3000 }],
        false,
      ]);
      await end(phone, 0);
      await confirm({ delivered: 2, failed: 1, collected: 8000 });
      expect((await routeOf(phone)).end?.confirmed).toMatchObject({
        by: 'Doña ana',
        delivered: 2,
        failed: 1,
        payments: [
          { means: 'efectivo', amount: 5000 },
          { means: 'yape', amount: 3000 },
        ],
      });
    });

    it('is withdrawn by a later start, which opens the next day if it was confirmed', async () => {
      const phone = await phoneOf(desk.pedro);
      await end(phone, 0);
      await start(phone);
      expect((await routeOf(phone)).end).toBeNull();
      await end(phone, 0);
      desk.clock.move(MINUTE);
      const nothing = { delivered: 0, failed: 0, collected: 0 };
      expect((await confirm(nothing)).status).toBe(200);
      // Made before the confirmation, and arrived after it.
      await start(phone);
      expect(await routeOf(phone)).toMatchObject({
        day: TODAY,
        end: { confirmed: { by: 'Doña ana', delivered: 0, failed: 0, payments: [] } },
      });
      const next = await dispatch.createOrder({ date: TOMORROW });
      await assign([next], desk.pedro);
      desk.clock.move(MINUTE);
      const startedAt = desk.clock().toISOString();
      await start(phone, randomUUID(), startedAt);
      expect(await routeOf(phone)).toMatchObject({ day: TOMORROW, startedAt, end: null, stops: [{ id: next.id }] });
      expect((await dispatch.order(next.id)).state).toBe('en_ruta');
      expect(await dayOf(desk.pedro)).toMatchObject({ confirmed: { by: { user: 'Doña ana' } } });
      expect(await dayOf(desk.pedro, TOMORROW)).toMatchObject({ startedAt, open: 1 });
    });

    it('stays as it was confirmed when a phone ends it again', async () => {
      const phone = await phoneOf(desk.pedro);
      await end(phone, 3);
      expect((await confirm({ delivered: 0, failed: 0, collected: 0 })).status).toBe(200);
      await end(phone, 7);
      expect((await dispatch.ok('days.list')).couriers[0]?.end).toEqual({ at: START, unsent: 3 });
    });

    it('is confirmed once, and refuses a second colleague with the name of the first', async () => {
      await workedDay();
      const [first, second] = await Promise.all([confirm(totals, 'ana'), confirm(totals, 'luis')]);
      const [done, late] = first.status === 200 ? [first, second] : [second, first];
      expect(done.body).toMatchObject({ confirmed: { at: START }, delivered: 2 });
      const who = (done.body as CourierDay).confirmed?.by.user ?? '';
      expect([late.status, late.body]).toMatchObject([
        409,
        { message: `El cierre del día ya fue confirmado por ${who} a las 10:00` },
      ]);
    });

    it('is confirmed once when the request is repeated', async () => {
      await workedDay();
      const key = randomUUID();
      const [first, again] = await Promise.all([confirm(totals, 'ana', key), confirm(totals, 'ana', key)]);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
      expect(await dayEvents()).toEqual(['Doña ana confirmada']);
    });

    it('is not confirmed with totals that the person did not see', async () => {
      const { open } = await workedDay();
      await dispatch.close([open.id], paid(5000));
      expect(await confirm()).toMatchObject({ status: 409 });
      expect((await dayOf(desk.pedro))?.confirmed).toBeNull();
      expect((await confirm({ delivered: 3, failed: 1, collected: 13_000 })).status).toBe(200);
    });

    it('freezes its deliveries and payments for every request that changes them', async () => {
      const { cash, failed, open } = await workedDay();
      await confirm();
      const correct = async (id: string, correction: object) =>
        dispatch.ok('assignments.correct', {
          as: 'chief',
          body: { why: 'Se contó otra vez', orders: [{ ...ref(await dispatch.order(id)), ...correction } as never] },
        });
      const refusal = { ok: false, why: 'day_confirmed', confirmed: { at: START, by: { user: 'Doña ana' } } };
      const less = { ...paid(4000), difference: 'Pagó una parte' };
      for (const correction of [less, { to: 'no_entregada', reason: 'ausente' }, { to: 'en_ruta' }])
        expect((await correct(cash.id, correction)).outcomes).toMatchObject([refusal]);
      // A failed visit that would become a delivery of that day, or none.
      for (const correction of [paid(5000), { to: 'en_ruta' }])
        expect((await correct(failed.id, correction)).outcomes).toMatchObject([refusal]);
      expect((await dispatch.close([open.id], paid(5000))).outcomes).toMatchObject([refusal]);
      expect(await dayOf(desk.pedro)).toMatchObject({ delivered: 2, failed: 1, confirmed: { at: START } });
      // The next day's visits, and another visit after a failed one, are free.
      desk.clock.move(DAY);
      expect((await dispatch.close([open.id], paid(5000))).outcomes).toMatchObject([{ ok: true, changed: true }]);
      expect((await dispatch.state([failed.id], { to: 'pendiente' })).outcomes).toMatchObject([{ ok: true }]);
      expect(await dayOf(desk.pedro)).toMatchObject({ delivered: 2, failed: 1 });
      expect((await correct(cash.id, less)).outcomes).toMatchObject([refusal]);
    });

    it('prevents their undo too, even if other orders of the request may change', async () => {
      const order = await collected();
      const saras = await dispatch.createOrder({ collectDue: 5000 });
      await assign([saras], desk.sara);
      const receipt = await dispatch.close([order.id, saras.id], paid(5000));
      await confirm({ delivered: 1, failed: 0, collected: 5000 });
      const undone = (await desk.undo(receipt.batch)).body as Receipt;
      expect(undone.outcomes).toMatchObject([
        { ok: false, id: order.id, why: 'day_confirmed' },
        { ok: true, id: saras.id, changed: true },
      ]);
      expect((await dispatch.order(order.id)).state).toBe('entregada');
    });

    it('sends a late visit of a phone to review, which cannot be accepted until the day is reopened', async () => {
      const { open } = await workedDay();
      const phone = await phoneOf(desk.pedro);
      await confirm();
      desk.clock.move(MINUTE);
      const visit = {
        id: randomUUID(),
        order: open.id,
        attempt: 1,
        version: 2,
        to: 'entregada',
        payments: [{ means: 'efectivo', amount: 5000 }],
        at: START,
      };
      const answer = await phone.call('field.visit', visit);
      expect([answer.status, answer.body]).toMatchObject([200, { result: 'review', why: 'dia_confirmado' }]);
      const { reviews } = await dispatch.ok('reviews.list');
      const accept = () =>
        dispatch.call('reviews.accept', { id: reviews[0]?.id ?? '', rawBody: { version: reviews[0]?.now.version } });
      expect(await accept()).toMatchObject({
        status: 409,
        body: {
          message:
            'El cierre del día ya fue confirmado por Doña ana a las 10:00; reábralo antes de aceptar esta visita',
        },
      });
      await dispatch.ok('days.reopen', {
        as: 'chief',
        body: { courierId: desk.pedro, day: TODAY, why: 'Llegó una entrega' },
      });
      expect((await accept()).status).toBe(200);
      expect(await dayOf(desk.pedro)).toMatchObject({ delivered: 3, confirmed: null });
    });

    it('does not freeze another courier, day or office', async () => {
      await workedDay();
      await confirm();
      const saras = await dispatch.createOrder({ collectDue: 5000 });
      await assign([saras], desk.sara);
      expect((await dispatch.close([saras.id], paid(5000))).outcomes).toMatchObject([{ ok: true }]);
    });

    it('is reopened with a reason, and may then be corrected and confirmed again', async () => {
      const { cash } = await workedDay();
      const reopen = (rawBody: object) => dispatch.call('days.reopen', { as: 'chief', rawBody });
      const named = { courierId: desk.pedro, day: TODAY };
      expect((await reopen({ ...named, why: 'Faltó un cobro' })).status).toBe(409);
      await confirm();
      expect((await reopen(named)).status).toBe(400);
      expect((await reopen({ ...named, why: 'Faltó un cobro' })).body).toMatchObject({ confirmed: null });
      const correction = { ...ref(await dispatch.order(cash.id)), ...paid(4000), difference: 'Pagó una parte' };
      const fixed = await dispatch.ok('assignments.correct', { as: 'chief', body: { why: 'x', orders: [correction] } });
      expect(fixed.outcomes).toMatchObject([{ ok: true, changed: true }]);
      expect((await confirm({ ...totals, collected: 7000 })).status).toBe(200);
      const { events } = await dispatch.ok('events.history');
      expect(events.filter(({ type }) => type === 'day.changed')).toMatchObject([
        { what: 'confirmada', courier: { name: 'Pedro Rojas' }, day: TODAY },
        { what: 'reabierta', why: 'Faltó un cobro', actor: { user: 'Doña chief' } },
        { what: 'confirmada' },
      ]);
    });

    it('G20: is not confirmed for a courier of another office or a day to come', async () => {
      const foreign = await dispatch.createCourier({}, 'neighbour');
      const nothing = { delivered: 0, failed: 0, collected: 0 };
      expect((await confirm({ ...nothing, courierId: foreign })).status).toBe(404);
      expect((await confirm({ ...nothing, day: '2026-11-21' })).status).toBe(400);
      expect((await confirm(nothing)).status).toBe(200);
    });
  });

  describe('«Nota para el repartidor»', () => {
    const write = (id: string, text: string | null) => dispatch.ok('notes.write', { id, body: { text } });
    const read = async (phone: TestPhone, id: string) =>
      (await phone.call('field.readNote', undefined, undefined, id)).body as { readAt: string | null };

    it('reaches the phone, which marks it as read, and the office sees that', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      const { note } = await write(order.id, ' Entregue en recepción ');
      expect(note).toMatchObject({ text: 'Entregue en recepción', by: { user: 'Doña ana' }, read: null });
      const [stop] = (await routeOf(phone)).stops;
      expect(stop?.courierNote).toEqual({ id: note?.id, text: 'Entregue en recepción', at: START, readAt: null });
      desk.clock.move(5 * MINUTE);
      const readAt = '2026-11-20T15:05:00.000Z';
      expect(await read(phone, note?.id ?? '')).toEqual({ readAt });
      desk.clock.move(MINUTE);
      expect(await read(phone, note?.id ?? '')).toEqual({ readAt });
      expect((await routeOf(phone)).stops[0]?.courierNote?.readAt).toBe(readAt);
      const detail = await dispatch.ok('orders.read', { id: order.id });
      expect(detail.courierNote?.read).toEqual({ at: readAt, courier: { id: desk.pedro, name: 'Pedro Rojas' } });
      expect(detail.notes.map(({ what, actor }) => `${actor.user} ${what}`)).toEqual([
        'Pedro Rojas leida',
        'Doña ana escrita',
      ]);
      // The order keeps its version, so changes that others are making are not refused.
      expect(detail.order.version).toBe(2);
    });

    it('stays read when the same text is written again, and is replaced and removed', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      const phone = await phoneOf(desk.pedro);
      const { note } = await write(order.id, 'Llame antes');
      await read(phone, note?.id ?? '');
      expect((await write(order.id, 'Llame antes')).note?.read).not.toBeNull();
      const next = await write(order.id, 'Ya no llame');
      expect(next.note?.read).toBeNull();
      expect(await read(phone, note?.id ?? '')).toEqual({ readAt: null });
      expect(await write(order.id, null)).toEqual({ note: null });
      expect((await routeOf(phone)).stops[0]?.courierNote).toBeNull();
    });

    it('is read again by the next courier, and only by the one who has the order', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      const [pedro, sara] = [await phoneOf(desk.pedro), await phoneOf(desk.sara)];
      const { note } = await write(order.id, 'Llame antes');
      const id = note?.id ?? '';
      expect(await read(sara, id)).toEqual({ readAt: null });
      await read(pedro, id);
      await assign([await dispatch.order(order.id)], desk.sara);
      expect(await read(pedro, id)).toEqual({ readAt: null });
      expect((await routeOf(sara)).stops[0]?.courierNote).toMatchObject({ text: 'Llame antes', readAt: null });
      expect(await read(sara, id)).toEqual({ readAt: START });
      expect(await read(sara, '999999')).toEqual({ readAt: null });
    });

    it('is refused for a closed order', async () => {
      const order = await dispatch.createOrder();
      await assign([order], desk.pedro);
      await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
      const late = await dispatch.call('notes.write', { id: order.id, body: { text: 'Llame antes' } });
      expect(late.status).toBe(409);
    });
  });

  it('reports connecting and disconnecting a phone', async () => {
    const phone = await phoneOf(desk.pedro);
    await phone.call('field.signOut');
    await phone.call('field.signOut');
    await phoneOf(desk.pedro);
    await dispatch.ok('couriers.disconnect', { as: 'luis', id: desk.pedro });
    const rows = await desk.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'phone.changed')
      .orderBy('position')
      .execute();
    expect(rows.map(({ data }) => [data['what'], (data['actor'] as { user: string }).user])).toEqual([
      ['conectado', 'Pedro Rojas'],
      ['desconectado', 'Pedro Rojas'],
      ['conectado', 'Pedro Rojas'],
      ['desconectado', 'Doña luis'],
    ]);
  });
});
