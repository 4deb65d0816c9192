import { randomUUID } from 'node:crypto';
import {
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
});
