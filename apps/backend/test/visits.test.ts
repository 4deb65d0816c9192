import { randomUUID } from 'node:crypto';
import {
  dispatchEvent,
  type FieldRoute,
  type Order,
  type Review,
  type ReviewDecision,
  type ReviewsPage,
  type VisitAnswer,
  visitAnswer,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type TestPhone, usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time of the desk's clock. */
const START = Date.parse('2026-11-20T15:00:00.000Z');
const timeAt = (milliseconds: number): string => new Date(START + milliseconds).toISOString();

describe('visits of couriers’ phones', () => {
  const desk = usePhones();
  const { dispatch, assign, phoneOf } = desk;

  const visitOf = (order: Order, more: Partial<VisitBody> = {}): VisitBody => ({
    id: randomUUID(),
    order: order.id,
    attempt: 1,
    version: 2,
    to: 'entregada',
    at: timeAt(0),
    clockOffsetMs: 0,
    place: null,
    receiver: null,
    photos: [],
    ...more,
  });
  const post = (phone: TestPhone, body: object) => phone.call('field.visit', body);
  const send = async (phone: TestPhone, body: VisitBody): Promise<VisitAnswer> => {
    const { status, text } = await post(phone, body);
    expect([status, text]).toEqual([200, expect.anything()]);
    return visitAnswer.parse(JSON.parse(text));
  };
  /** An order of Pedro's route, and his phone. */
  const start = async (input: Parameters<typeof dispatch.createOrder>[0] = {}) => {
    const created = await dispatch.createOrder(input);
    await assign([created], desk.pedro);
    return { order: await dispatch.order(created.id), phone: await phoneOf(desk.pedro) };
  };
  const list = (estado?: 'pendiente' | 'decidida'): Promise<ReviewsPage> =>
    dispatch.ok('reviews.list', estado ? { query: { estado } } : {});
  const decide = (how: 'accept' | 'reject', { id, now }: Review, body: Partial<ReviewDecision> = {}, key?: string) =>
    dispatch.call(`reviews.${how}`, { id, body: { version: now.version, ...body }, ...(key && { key }) });

  it('closes an order with payments, by the corrected time of the phone', async () => {
    const { order, phone } = await start({ collectDue: 5000 });
    desk.clock.move(4 * HOUR);
    // The phone's clock is an hour slow.
    const body = visitOf(order, {
      payments: [{ means: 'yape', amount: 5000 }],
      at: timeAt(-HOUR + MINUTE),
      clockOffsetMs: HOUR,
    });
    expect(await send(phone, body)).toEqual({
      id: body.id,
      result: 'applied',
      order: { id: order.id, state: 'entregada', version: 3 },
      why: null,
      message: null,
    });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'entregada',
      closedAt: timeAt(MINUTE),
      collect: { payments: [{ means: 'yape', amount: 5000 }] },
      changed: { at: timeAt(4 * HOUR), what: 'entregada', by: { user: 'Pedro Rojas' } },
    });
    expect((await list()).pending).toBe(0);
  });

  it('keeps a visit of an order that was reassigned, until the office accepts it', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    const body = visitOf(order, { receiver: { name: 'Rosa Quispe', document: '12345678', relation: 'familiar' } });
    const answer = await send(phone, body);
    expect(answer).toMatchObject({ result: 'review', why: 'reasignada', order: { state: 'asignada', version: 3 } });
    expect(await send(phone, body)).toEqual(answer);
    const { reviews, pending } = await list();
    expect(pending).toBe(1);
    const [review] = reviews;
    if (!review) throw new Error('no review');
    expect(review).toMatchObject({
      visit: body.id,
      courier: { name: 'Pedro Rojas' },
      receiver: { name: 'Rosa Quispe', document: '•••••678' },
      found: { state: 'asignada', courier: { name: 'Sara Núñez' } },
      now: { version: 3 },
    });
    const accepted = await decide('accept', review, { why: 'Sara lo confirmó' });
    expect(accepted).toMatchObject({ status: 200, body: { state: 'aceptada', decided: { by: { user: 'Doña ana' } } } });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'entregada',
      courier: { name: 'Pedro Rojas' },
      changed: { what: 'visita_aceptada', by: { user: 'Doña ana' } },
    });
    expect((await list()).pending).toBe(0);
    expect((await list('decidida')).reviews).toMatchObject([{ id: review.id, decided: { why: 'Sara lo confirmó' } }]);
    expect(await send(phone, body)).toEqual(answer);
  });

  /** The only pending review. */
  const pendingReview = async (): Promise<Review> => {
    const [review, ...others] = (await list()).reviews;
    if (!review || others.length > 0) throw new Error('not exactly one review');
    return review;
  };
  const stored = async () =>
    (await desk.db.selectFrom('field_visits').select('state').orderBy('id').execute()).map(({ state }) => state);
  const changes = async (order: Order) =>
    (await dispatch.ok('orders.read', { id: order.id })).timeline.map(({ what }) => what).reverse();
  const ana = (operation: 'assignments.unassign' | 'assignments.cancel', order: Order, more = {}) =>
    dispatch.ok(operation, { as: 'chief', rawBody: { orders: [{ id: order.id, version: order.version }], ...more } });

  it('G41: answers a repeated visit with the first result, forever and also concurrently', async () => {
    const { order, phone } = await start();
    const body = visitOf(order);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(phone, body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await changes(order)).toEqual(['creada', 'asignada', 'entregada']);
    desk.clock.move(25 * 24 * HOUR);
    const next = await phoneOf(desk.pedro);
    // A newer page may add what an older one did not record.
    const later = { ...body, version: 9, place: { lat: -12, lng: -77, accuracy: 5 }, photos: [] };
    expect(await send(next, later)).toEqual(answers[0]);
    expect(await stored()).toEqual(['aplicada']);
  });

  it('G41: refuses an id that was used for another visit, by the same courier or another', async () => {
    const { order, phone } = await start();
    const [second, saras] = await dispatch.createOrders(2);
    if (!second || !saras) throw new Error('orders are missing');
    await assign([second], desk.pedro);
    await assign([saras], desk.sara);
    const body = visitOf(order);
    await send(phone, body);
    const others = [
      { ...body, order: second.id },
      { ...body, to: 'no_entregada', reason: 'ausente' },
      { ...body, at: timeAt(1) },
    ];
    for (const other of others) expect((await post(phone, other)).status).toBe(409);
    expect((await post(await phoneOf(desk.sara), { ...body, order: saras.id })).status).toBe(409);
    expect(await stored()).toEqual(['aplicada']);
    expect(await dispatch.order(second.id)).toMatchObject({ state: 'asignada' });
  });

  it('G41: refuses an order that was never assigned to its courier', async () => {
    const { phone } = await start();
    const [saras, loose] = await dispatch.createOrders(2);
    if (!saras || !loose) throw new Error('orders are missing');
    await assign([saras], desk.sara);
    const neighbours = await dispatch.createOrder({}, 'neighbour');
    const strangers = await dispatch.createOrder({}, 'stranger');
    const answers = [];
    for (const { id } of [saras, loose, neighbours, strangers, { id: '999999999999999' }])
      answers.push(await post(phone, { ...visitOf(saras), id: randomUUID(), order: id }));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await stored()).toEqual([]);
    expect(await dispatch.order(saras.id)).toMatchObject({ state: 'asignada', version: 2 });
  });

  it.each([
    ['to has another value', { to: 'en_ruta' }],
    ['a failed visit has no reason', { to: 'no_entregada' }],
    ['the id is no UUID', { id: 'visita-1' }],
    ['the name is too long', { receiver: { name: 'x'.repeat(101) } }],
    ['the DNI has seven digits', { receiver: { name: 'Rosa', document: '1234567' } }],
    ['the carné has thirteen characters', { receiver: { name: 'Rosa', document: 'A123456789012' } }],
    ['the relation is not in the list', { receiver: { name: 'Rosa', relation: 'primo' } }],
    ['the time is before 1900', { at: '0001-01-01T00:00:00.000Z' }],
    ['the offset is a century and a half', { clockOffsetMs: 5e12 }],
    ['the place is not on earth', { place: { lat: 91, lng: 0, accuracy: 1 } }],
    ['a field is unknown', { officeId: 'N2' }],
    ['there are 41 photos', { photos: Array.from({ length: 41 }, () => ({ id: randomUUID(), kind: 'entrega' })) }],
  ])('refuses a body in which %s, and stores nothing', async (_, more) => {
    const { order, phone } = await start();
    expect((await post(phone, { ...visitOf(order), ...more })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('is not refused for a version that is older, or newer, than the order', async () => {
    const { order, phone } = await start();
    await dispatch.ok('orders.edit', { id: order.id, body: { version: 2, changes: { note: 'Timbre malo' } } });
    await dispatch.state([order.id], { to: 'en_ruta' });
    expect(await send(phone, visitOf(order, { version: 2 }))).toMatchObject({
      result: 'applied',
      order: { version: 5 },
    });
    const other = await start();
    expect(await send(other.phone, visitOf(other.order, { version: 2_000_000 }))).toMatchObject({ result: 'applied' });
  });

  it.each([
    ['desasignada', (order: Order) => ana('assignments.unassign', order)],
    ['anulada', (order: Order) => ana('assignments.cancel', order, { why: 'El cliente desistió' })],
    ['cerrada', (order: Order) => dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' })],
    [
      'otra_visita',
      async (order: Order) => {
        await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
        await dispatch.state([order.id], { to: 'pendiente' });
        await assign([await dispatch.order(order.id)], desk.pedro);
      },
    ],
  ])('keeps both sides of a visit: %s', async (why, change) => {
    const { order, phone } = await start();
    await change(order);
    const before = await dispatch.order(order.id);
    const answer = await send(phone, visitOf(order));
    expect(answer).toMatchObject({ result: 'review', why, order: { state: before.state, version: before.version } });
    expect(await dispatch.order(order.id)).toEqual(before);
    const review = await pendingReview();
    expect(review).toMatchObject({ state: 'pendiente', why, to: 'entregada', found: { state: before.state } });
    expect(await decide('accept', review)).toMatchObject({ status: 200 });
    const after = await dispatch.order(order.id);
    expect(after).toMatchObject({ state: 'entregada', courier: { id: desk.pedro }, closedAt: timeAt(0) });
    expect((await changes(order)).at(-1)).toBe('visita_aceptada');
  });

  it.each([
    ['cobro', { payments: [{ means: 'yape', amount: 4000 }] }],
    ['cobro', {}],
    ['motivo', { to: 'no_entregada', reason: 'volo_la_moto' }],
  ] as const)('keeps a visit whose details do not fit the order: %s %o', async (why, more) => {
    const { order, phone } = await start({ collectDue: 5000 });
    const answer = await send(phone, visitOf(order, more as Partial<VisitBody>));
    expect(answer).toMatchObject({ result: 'review', why });
    expect((await decide('accept', await pendingReview())).status).toBe(200);
    const { state, collect, reason } = await dispatch.order(order.id);
    expect({ state, reason }).toEqual({
      state: answer.order.state === 'asignada' && 'to' in more ? 'no_entregada' : 'entregada',
      reason: 'reason' in more ? more.reason : null,
    });
    if (why === 'cobro')
      expect(collect).toMatchObject({
        payments: 'payments' in more ? more.payments : [{ means: 'efectivo', amount: 0 }],
        difference: 'Aceptado en revisión',
      });
  });

  it('rejects a visit with a reason in the history, and decides once', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order));
    const review = await pendingReview();
    const key = randomUUID();
    const first = await decide('reject', review, { why: 'La entregó Sara' }, key);
    expect(first).toMatchObject({ status: 200, body: { state: 'rechazada' } });
    expect((await decide('reject', review, { why: 'La entregó Sara' }, key)).body).toEqual(first.body);
    const { timeline, order: now } = await dispatch.ok('orders.read', { id: order.id });
    expect(now).toMatchObject({ state: 'asignada', courier: { name: 'Sara Núñez' }, version: 4 });
    expect(timeline[0]).toMatchObject({
      what: 'visita_rechazada',
      actor: { user: 'Doña ana' },
      why: 'Pedro Rojas: La orden ya era de otro repartidor. La entregó Sara',
    });
    const late = await decide('accept', { ...review, now: { ...review.now, version: 4 } });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('Doña ana ya la rechazó')]);
  });

  it('does not decide about an order that changed since the person saw it', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order));
    const review = await pendingReview();
    await dispatch.close([order.id], { to: 'entregada' });
    expect((await decide('accept', review)).status).toBe(409);
    expect((await decide('accept', await pendingReview())).status).toBe(200);
  });

  it('does not let an accepted visit be undone', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order));
    await decide('accept', await pendingReview());
    const batch = (await desk.events()).at(-1)?.['batch'];
    expect((await desk.undo(String(batch))).status).toBe(409);
  });

  const CORRECTED = { to: 'no_entregada', reason: 'ausente' } as const;

  it('accepts a correction within five minutes of the phone’s time, however late it arrives', async () => {
    const { order, phone } = await start();
    const first = visitOf(order);
    desk.clock.move(3 * HOUR);
    await send(phone, first);
    desk.clock.move(20 * HOUR);
    const second = visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(5 * MINUTE) });
    expect(await send(phone, second)).toMatchObject({ result: 'applied', order: { state: 'no_entregada' } });
    expect(await changes(order)).toEqual(['creada', 'asignada', 'entregada', 'corregida']);
    expect(await dispatch.order(order.id)).toMatchObject({ reason: 'ausente', closedAt: timeAt(0) });
    expect(await stored()).toEqual(['reemplazada', 'aplicada']);
    // A correction of the correction is measured from the first closing.
    const third = visitOf(order, { corrects: second.id, at: timeAt(5 * MINUTE + 1) });
    expect(await send(phone, third)).toMatchObject({ result: 'review', why: 'tarde' });
    expect(await stored()).toEqual(['reemplazada', 'aplicada', 'pendiente']);
  });

  it('sends a later correction to review, and reports that', async () => {
    const { order, phone } = await start();
    const first = visitOf(order);
    await send(phone, first);
    desk.clock.move(HOUR);
    const late = (at: number) => visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(at) });
    expect(await send(phone, late(5 * MINUTE + 1))).toMatchObject({
      result: 'review',
      message: 'Pasaron más de 5 minutos; pida la corrección a la oficina',
    });
    // The next one replaces it, so that the office decides once.
    await send(phone, late(6 * MINUTE));
    expect(await stored()).toEqual(['aplicada', 'reemplazada', 'pendiente']);
    expect((await decide('accept', await pendingReview())).status).toBe(200);
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'no_entregada' });
  });

  it('detects a clock that was set back to correct a closing', async () => {
    const { order, phone } = await start();
    const first = visitOf(order);
    await send(phone, first);
    desk.clock.move(2 * HOUR);
    const back = visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(MINUTE), clockOffsetMs: 2 * HOUR });
    expect(await send(phone, back)).toMatchObject({ result: 'review', why: 'tarde' });
  });

  it('keeps a correction of a closing that the office changed meanwhile', async () => {
    const { order, phone } = await start();
    const first = visitOf(order);
    await send(phone, first);
    const { version } = await dispatch.order(order.id);
    const orders = [{ id: order.id, version, ...CORRECTED }];
    await dispatch.ok('assignments.correct', { as: 'chief', body: { why: 'Llamó el cliente', orders } });
    const second = visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(MINUTE) });
    expect(await send(phone, second)).toMatchObject({ result: 'review', why: 'cambiada' });
  });

  it('counts a correction that arrives before what it corrects once', async () => {
    const { order, phone } = await start();
    const first = visitOf(order);
    const second = visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(MINUTE) });
    desk.clock.move(HOUR);
    expect(await send(phone, second)).toMatchObject({ result: 'applied', order: { state: 'no_entregada' } });
    expect(await send(phone, first)).toMatchObject({ result: 'applied', order: { state: 'no_entregada' } });
    expect(await changes(order)).toEqual(['creada', 'asignada', 'no_entregada']);
    expect(await stored()).toEqual(['aplicada', 'reemplazada']);
  });

  it('refuses to correct a visit of another order', async () => {
    const { order, phone } = await start();
    const other = await dispatch.createOrder();
    await assign([other], desk.pedro);
    const first = visitOf(order);
    await send(phone, first);
    expect((await post(phone, visitOf(other, { corrects: first.id }))).status).toBe(422);
  });

  it('G41: does not correct an order of somebody else through an unknown visit that two visits name', async () => {
    const { order, phone } = await start();
    const other = await dispatch.createOrder();
    await assign([other], desk.pedro);
    await assign([await dispatch.order(other.id)], desk.sara);
    const sara = await phoneOf(desk.sara);
    await send(sara, visitOf(other));
    const corrects = randomUUID();
    expect(await send(phone, visitOf(order, { corrects }))).toMatchObject({ result: 'applied' });
    const foreign = visitOf(other, { ...CORRECTED, corrects, at: timeAt(MINUTE) });
    expect(await send(phone, foreign)).toMatchObject({ result: 'review', why: 'cerrada' });
    expect(await dispatch.order(other.id)).toMatchObject({ state: 'entregada', courier: { name: 'Sara Núñez' } });
  });

  it('keeps a correction of an order that the office has since counted for another courier', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.sara);
    const sara = await phoneOf(desk.sara);
    await assign([await dispatch.order(order.id)], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    const first = visitOf(order);
    await send(phone, first);
    await send(sara, visitOf(order));
    expect((await decide('accept', await pendingReview())).status).toBe(200);
    const second = visitOf(order, { ...CORRECTED, corrects: first.id, at: timeAt(MINUTE) });
    expect(await send(phone, second)).toMatchObject({ result: 'review', why: 'cambiada' });
  });

  it.each([
    ['1970 with the measured offset', -START, START, 0, false],
    ['2040 with the measured offset', 14 * 365 * 24 * HOUR, -14 * 365 * 24 * HOUR, 0, false],
    ['1970 without one', -START, null, HOUR, true],
    ['2040 without one', 14 * 365 * 24 * HOUR, null, HOUR, true],
    ['a minute ahead', HOUR + MINUTE, null, HOUR, false],
  ])('corrects or replaces the time of a clock in %s', async (_, at, clockOffsetMs, expected, doubtful) => {
    const { order, phone } = await start();
    desk.clock.move(HOUR);
    await send(phone, visitOf(order, { at: timeAt(at), clockOffsetMs }));
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'entregada', closedAt: timeAt(expected) });
    expect(await dispatch.ok('visits.list', { id: order.id })).toMatchObject([
      { doubtfulTime: doubtful, deviceAt: timeAt(at), arrivedAt: timeAt(HOUR), clockOffsetMs },
    ]);
  });

  it.each([
    ['0, 0', { lat: 0, lng: 0 }, true],
    ['another country', { lat: 40.4, lng: -3.7 }, true],
    ['another district of the city', { lat: -12.026, lng: -76.919 }, undefined],
  ])('applies a visit at %s, marks an implausible place, and does not learn it', async (_, at, mark) => {
    const { order, phone } = await start();
    await desk.db.deleteFrom('places').execute();
    await send(phone, visitOf(order, { place: { ...at, accuracy: 8 } }));
    const [visit] = await dispatch.ok('visits.list', { id: order.id });
    expect(visit).toMatchObject({ state: 'aplicada', place: at });
    expect(visit?.doubtfulPlace).toBe(mark);
    expect(await desk.db.selectFrom('places').select(['lat', 'lng']).where('lat', '=', at.lat).execute()).toEqual([]);
  });

  it('marks the implausible place of a visit that waits for review', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order, { place: { lat: 0, lng: 0, accuracy: 8 } }));
    expect(await pendingReview()).toMatchObject({ doubtfulPlace: true });
  });

  it('masks the receiver’s document for the office, except in a separate operation', async () => {
    const { order, phone } = await start();
    const receiver = { name: 'Rosa Quispe', document: '87654321', relation: 'vecino' } as const;
    const answer = await post(phone, visitOf(order, { receiver, place: { lat: -12.1, lng: -77.03, accuracy: 8 } }));
    expect(answer.status).toBe(200);
    expect(answer.text + (await phone.call('field.route')).text).not.toContain(receiver.document);
    const [visit] = await dispatch.ok('visits.list', { id: order.id });
    expect(visit?.receiver).toEqual({ ...receiver, document: '•••••321' });
    const id = visit?.id ?? '';
    expect(await dispatch.ok('visits.receiver', { id })).toEqual(receiver);
    const statusOf = async (as: 'neighbour' | 'stranger' | 'clerk', operation: 'visits.receiver' | 'visits.list') =>
      (await dispatch.call(operation, { as, id: operation === 'visits.list' ? order.id : id })).status;
    expect(await statusOf('neighbour', 'visits.receiver')).toBe(404);
    expect(await statusOf('stranger', 'visits.receiver')).toBe(404);
    expect(await statusOf('clerk', 'visits.receiver')).toBe(403);
    // Has T02, and so sees photos and visits, but no document.
    expect(await statusOf('clerk', 'visits.list')).toBe(200);
    expect(await statusOf('neighbour', 'visits.list')).toBe(404);
  });

  it('G20: decides and lists only in the person’s office', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order));
    const { id, now } = await pendingReview();
    for (const as of ['neighbour', 'stranger'] as const) {
      expect(await dispatch.ok('reviews.list', { as })).toMatchObject({ reviews: [], pending: 0 });
      for (const how of ['reviews.accept', 'reviews.reject'] as const)
        expect((await dispatch.call(how, { as, id, body: { version: now.version } })).status).toBe(404);
    }
    expect((await dispatch.call('reviews.list', { as: 'clerk' })).status).toBe(403);
    expect((await list()).pending).toBe(1);
  });

  it('reports a review and its decision with the number of pending reviews', async () => {
    const { order, phone } = await start();
    const other = await dispatch.createOrder();
    await assign([other], desk.pedro);
    await assign([order, await dispatch.order(other.id)], desk.sara);
    for (const each of [order, other]) await send(phone, visitOf(each));
    const [review] = (await list()).reviews;
    if (review) await decide('accept', review);
    const logged = await desk.db
      .selectFrom('events')
      .select('data')
      .where('type', 'like', 'review.%')
      .orderBy('position')
      .execute();
    expect(logged.map(({ data }) => dispatchEvent.parse(data))).toMatchObject([
      { type: 'review.added', pending: 1, actor: { user: 'Pedro Rojas' }, order: { code: order.code } },
      { type: 'review.added', pending: 2 },
      { type: 'review.decided', pending: 1, decision: 'aceptada', actor: { user: 'Doña ana' } },
    ]);
  });

  /** Adds copies of the only visit. */
  async function copyVisit(count: number, of: Partial<{ order_id: number }> = {}): Promise<void> {
    const {
      id: _id,
      visit: _visit,
      ...row
    } = await desk.db.selectFrom('field_visits').selectAll().limit(1).executeTakeFirstOrThrow();
    const copy = { ...row, found: JSON.stringify(row.found), photos: '[]', payments: null, receiver: null };
    for (let left = count; left > 0; left -= 1000)
      await desk.db
        .insertInto('field_visits')
        .values(
          Array.from({ length: Math.min(left, 1000) }, () => ({
            ...copy,
            ...of,
            visit: randomUUID(),
            root: randomUUID(),
          })),
        ) // prettier-ignore
        .execute();
  }

  it('counts a visit once if the phone shows it to the office and sends it later', async () => {
    const { order, phone } = await start({ collectDue: 5000 });
    const { photos, ...facts } = visitOf(order, { payments: [{ means: 'efectivo', amount: 5000 }] });
    const reported = await phone.call('field.reportVisit', facts);
    expect([reported.status, reported.body]).toMatchObject([
      200,
      { id: facts.id, result: 'review', why: 'no_registrada' },
    ]);
    expect((await dispatch.order(order.id)).state).toBe('asignada');
    const answer = await send(phone, { ...facts, photos });
    expect(answer).toEqual(reported.body);
    const review = await pendingReview();
    expect(review).toMatchObject({ visit: facts.id, why: 'no_registrada', payments: [{ amount: 5000 }] });
    expect((await decide('accept', review)).status).toBe(200);
    expect(await send(phone, { ...facts, photos })).toEqual(answer);
    expect(await stored()).toEqual(['aceptada']);
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'entregada',
      collect: { payments: [{ amount: 5000 }] },
    });
  });

  it('answers a shown visit with its result, and reveals no order of another courier', async () => {
    const { order, phone } = await start();
    const { photos, ...facts } = visitOf(order);
    const applied = await send(phone, { ...facts, photos });
    expect((await phone.call('field.reportVisit', facts)).body).toEqual(applied);
    expect((await list()).pending).toBe(0);
    const saras = await phoneOf(desk.sara);
    expect((await saras.call('field.reportVisit', { ...facts, id: randomUUID() })).status).toBe(422);
  });

  it('rejects all visits of a courier that the person saw, with one reason', async () => {
    const { order, phone } = await start();
    const [another, late, saras] = await dispatch.createOrders(3);
    if (!another || !late || !saras) throw new Error('orders are missing');
    await assign([another, late], desk.pedro);
    await assign([saras], desk.sara);
    await dispatch.ok('assignments.unassign', {
      body: { orders: [order, another, late, saras].map(({ id }) => ({ id, version: 2 })) },
    });
    for (const each of [order, another]) await send(phone, visitOf(each));
    await send(await phoneOf(desk.sara), visitOf(saras));
    const upTo = (await list()).reviews.findLast(({ courier }) => courier.id === desk.pedro)?.id ?? '';
    await send(phone, visitOf(late));
    const body = { courierId: desk.pedro, upTo, why: 'Le robaron el teléfono' };
    const key = randomUUID();
    const rejectAll = () => dispatch.call('reviews.rejectAll', { body, key });
    expect((await rejectAll()).body).toEqual({ rejected: 2 });
    expect((await rejectAll()).body).toEqual({ rejected: 2 });
    expect((await list()).reviews.map(({ order: { id } }) => id)).toEqual([saras.id, late.id]);
    expect((await list('decidida')).reviews).toMatchObject([
      { state: 'rechazada', decided: { by: { user: 'Doña ana' }, why: 'Le robaron el teléfono' } },
      { state: 'rechazada' },
    ]);
    expect(await changes(order)).toContain('visita_rechazada');
    const elsewhere = await dispatch.call('reviews.rejectAll', { as: 'neighbour', body, key: randomUUID() });
    expect(elsewhere.status).toBe(404);
  });

  it('reports to the phone how the review of its visit ended', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    const body = visitOf(order);
    await send(phone, body);
    const reviews = async () => ((await phone.call('field.route')).body as FieldRoute).reviews;
    expect(await reviews()).toMatchObject([
      { visit: body.id, state: 'pendiente', order: { code: order.code }, why: 'La orden ya era de otro repartidor' },
    ]);
    await decide('reject', await pendingReview(), { why: 'La entregó Sara' });
    expect(await reviews()).toMatchObject([{ visit: body.id, state: 'rechazada', decidedWhy: 'La entregó Sara' }]);
    expect(((await (await phoneOf(desk.sara)).call('field.route')).body as FieldRoute).reviews).toEqual([]);
  });

  it('keeps the date that the recipient asked for with the order until its next visit', async () => {
    const { order, phone } = await start();
    const wantedNow = async () => (await dispatch.ok('orders.read', { id: order.id })).order.wanted;
    const first = visitOf(order, { to: 'no_entregada', reason: 'reprogramado', wanted: '2026-11-24' });
    await send(phone, first);
    expect(await wantedNow()).toBe('2026-11-24');
    const corrected = { to: 'no_entregada', reason: 'reprogramado', wanted: '2026-11-25' } as const;
    await send(phone, visitOf(order, { ...corrected, corrects: first.id, at: timeAt(MINUTE) }));
    expect(await wantedNow()).toBe('2026-11-25');
    const { version } = (await dispatch.ok('orders.read', { id: order.id })).order;
    await dispatch.ok('assignments.changeState', {
      body: { to: 'pendiente', date: '2026-11-25', orders: [{ id: order.id, version }] },
    });
    expect(await wantedNow()).toBeNull();
  });

  it('keeps the date of a visit that the office accepts, and in a correction that keeps the reason', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order, { to: 'no_entregada', reason: 'reprogramado', wanted: '2026-11-24' }));
    await decide('accept', await pendingReview());
    const correct = async (reason: string) => {
      const { version } = (await dispatch.ok('orders.read', { id: order.id })).order;
      const orders = [{ id: order.id, version, to: 'no_entregada', reason, at: timeAt(0) }] as const;
      await dispatch.ok('assignments.correct', { as: 'chief', body: { why: 'Otra hora', orders: [...orders] } });
      return (await dispatch.ok('orders.read', { id: order.id })).order.wanted;
    };
    expect(await correct('reprogramado')).toBe('2026-11-24');
    expect(await correct('ausente')).toBeNull();
  });

  it('keeps the date that the recipient asked for, in the visit and in the history', async () => {
    const { order, phone } = await start();
    await send(phone, visitOf(order, { to: 'no_entregada', reason: 'reprogramado', wanted: '2026-11-24' }));
    expect(await dispatch.ok('visits.list', { id: order.id })).toMatchObject([{ wanted: '2026-11-24' }]);
    const { timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(timeline.map(({ why }) => why)).toContain('Pidió otra fecha: 24/11/2026');
  });

  it('G40: bounds the visits of one courier that wait for review', async () => {
    const { order, phone } = await start();
    const [another, saras, other] = await dispatch.createOrders(3);
    if (!another || !saras || !other) throw new Error('orders are missing');
    await assign([another], desk.pedro);
    await assign([saras], desk.sara);
    await dispatch.ok('assignments.unassign', {
      body: { orders: [order, another, saras].map(({ id }) => ({ id, version: 2 })) },
    });
    const first = visitOf(order);
    await send(phone, first);
    await copyVisit(199, { order_id: Number(other.id) });
    const late = visitOf(another);
    expect((await post(phone, late)).status).toBe(429);
    // Repetitions, what corrects a waiting visit, and other couriers are not affected.
    expect(await send(phone, first)).toMatchObject({ result: 'review' });
    expect(await send(phone, visitOf(order, { corrects: first.id, at: timeAt(MINUTE) }))).toMatchObject({
      result: 'review',
    });
    expect(await send(await phoneOf(desk.sara), visitOf(saras))).toMatchObject({ result: 'review' });
    await desk.db
      .updateTable('field_visits')
      .set({ state: 'rechazada' })
      .where('order_id', '=', Number(other.id))
      .execute();
    expect(await send(phone, late)).toMatchObject({ result: 'review' });
  });

  it('G40: bounds the visits of one order, and reads thousands by page', async () => {
    const { order, phone } = await start();
    await assign([order], desk.sara);
    await send(phone, visitOf(order));
    await copyVisit(38);
    expect((await post(phone, visitOf(order))).status).toBe(200);
    const full = await post(phone, visitOf(order));
    expect([full.status, full.text]).toEqual([422, expect.stringContaining('40 visitas')]);
    await copyVisit(1960);
    const first = await list();
    expect([first.reviews.length, first.pending]).toEqual([50, 2000]);
    const second = await dispatch.ok('reviews.list', { query: { cursor: first.next ?? '' } });
    expect(new Set([...first.reviews, ...second.reviews].map(({ id }) => id)).size).toBe(100);
  });
});
