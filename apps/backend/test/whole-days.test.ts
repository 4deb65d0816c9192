import { randomUUID } from 'node:crypto';
import { addDays, collectedOf, fieldRoute, officeDay } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { readCouriers, readMoney, readToday } from '#insight/figures/read-figures.ts';
import { readReport } from '#insight/reports/read-report.ts';
import { nameOfFile } from '#orders/exports/prepare-export.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const asked = (day: string) => ({
  group: 'repartidor' as const,
  period: 'dia' as const,
  day,
  modules: ['D03', 'D05'],
  signal: new AbortController().signal,
});
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ana = dispatcherOf('ana');
const LIMA = { timeZone: 'America/Lima', dayTurnsAt: '05:00' };

describe('a courier’s whole day', () => {
  const desk = usePhones();
  const { dispatch, assign, phoneOf } = desk;
  const now = () => desk.clock().toISOString();
  const passTo = (instant: number): void => desk.clock.move(instant - desk.clock().getTime());

  const routeOf = async (phone: TestPhone) => fieldRoute.parse((await phone.call('field.route')).body);
  const send = async (phone: TestPhone, operation: 'field.start' | 'field.end' | 'field.visit', body: object) => {
    const answer = await phone.call(operation, { id: randomUUID(), at: now(), clockOffsetMs: 0, ...body });
    expect(answer.status).toBe(200);
    return answer.body as { result?: string };
  };
  const visit = (phone: TestPhone, order: string, body: object) =>
    send(phone, 'field.visit', { order, attempt: 1, version: 1, ...body });
  const paid = { to: 'entregada', payments: [{ means: 'efectivo', amount: 5850 }] };

  /** Pedro's day on each screen: delivered, failed, collected. */
  async function figuresOf(phone: TestPhone, day: string) {
    const money = (await dispatch.ok('money.day', { query: { day } })).couriers.find(
      ({ courier }) => courier.id === desk.pedro,
    );
    const listed = (await dispatch.ok('days.list', { query: { day } })).couriers.find(
      ({ courier }) => courier.id === desk.pedro,
    );
    const board = (await readCouriers(desk.services, ana, ['D05'], { day })).couriers.find(
      ({ id }) => id === desk.pedro,
    );
    const { means } = await readMoney(desk.services, ana, ['D05'], { day });
    const { failures } = await readToday(desk.services, ana, { day });
    const { stops, revisited = 0, day: shown } = await routeOf(phone);
    const onPhone = stops.filter(({ closedAt }) => closedAt !== null);
    return {
      phone: [
        shown,
        onPhone.filter(({ state }) => state === 'entregada').length,
        onPhone.filter(({ state }) => state === 'no_entregada').length + revisited,
        collectedOf(onPhone.flatMap(({ payments = [] }) => payments)),
      ],
      days: [day, listed?.delivered ?? 0, listed?.failed ?? 0, collectedOf(listed?.payments ?? [])],
      money: [day, money?.delivered ?? 0, money?.failed ?? 0, collectedOf(money?.collected ?? [])],
      dashboard: [day, (board?.done ?? 0) - (board?.failed ?? 0), board?.failed ?? 0, means[0]?.amount ?? 0],
      failures: [day, failures.total],
    };
  }

  // The hours of the night belong to the day of the evening.
  it.each([
    ['00:10', -10 + 10 / 60, '2026-11-19'],
    ['03:59', -6 - 1 / 60, '2026-11-19'],
    ['05:00', -5, '2026-11-20'],
    ['12:00', 2, '2026-11-20'],
    ['23:30', 13.5, '2026-11-20'],
  ])('begun at %s counts everywhere in the working day of the office', async (_, hours, day) => {
    passTo(NOW.getTime() + hours * HOUR);
    expect(officeDay(desk.clock(), LIMA)).toBe(day);
    const orders = [];
    for (let made = 0; made < 4; made += 1) orders.push(await dispatch.createOrder({ date: day, collectDue: 5850 }));
    const [first, second, third, open] = orders.map(({ id }) => id);
    if (!first || !second || !third || !open) throw new Error('orders are missing');
    const tomorrow = await dispatch.createOrder({ date: addDays(day, 1) });
    await assign([...orders, tomorrow], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    expect((await routeOf(phone)).stops).toHaveLength(4);
    await send(phone, 'field.start', {});
    expect(await routeOf(phone)).toMatchObject({
      day,
      startedAt: now(),
      stops: orders.map(() => ({ state: 'en_ruta' })),
    });
    // The load of «Hoy» is his, and can be moved.
    const { load } = (await dispatch.ok('couriers.list')).find(({ id }) => id === desk.pedro) ?? {};
    expect(load?.orders).toBe(4);
    desk.clock.move(10 * MINUTE);
    expect(await visit(phone, first, paid)).toMatchObject({ result: 'applied' });
    await visit(phone, second, { to: 'no_entregada', reason: 'ausente' });
    desk.clock.move(10 * MINUTE);
    await visit(phone, third, paid);
    const counts = [day, 2, 1, 11_700];
    const all = { phone: counts, days: counts, money: counts, dashboard: counts, failures: [day, 1] };
    expect(await figuresOf(phone, day)).toEqual(all);
    // The office schedules a new visit, before and after «Cierre».
    await dispatch.state([second], { to: 'pendiente', date: addDays(day, 1) });
    expect(await figuresOf(phone, day)).toEqual(all);
    await send(phone, 'field.start', {});
    await send(phone, 'field.end', { unsent: 0 });
    expect(await figuresOf(phone, day)).toEqual(all);
    expect((await dispatch.ok('days.list')).day).toBe(day);
    const row = (await readReport(desk.services, ana, asked(day))).rows.find(({ id }) => id === desk.pedro);
    expect(row?.figures).toMatchObject({ delivered: 2, failed: 1 });
    const prepared = await dispatch.ok('exports.prepare', {
      as: 'chief',
      body: { filter: {}, format: 'csv' } as never,
    });
    expect(prepared.fileName).toBe(`ordenes-N1-${day}.csv`);
    expect(nameOfFile('fotos', ana, 'zip', desk.clock())).toBe(`fotos-N1-${day}.zip`);
    // «Ver a las…» after the new visit was scheduled, and before.
    desk.clock.move(10 * MINUTE);
    for (const minutes of [1, 11]) {
      const { date, time } = localOf(new Date(desk.clock().getTime() - minutes * MINUTE), ana.timeZone);
      const past = await readToday(desk.services, ana, { day, moment: `${date}T${time.slice(0, 5)}` });
      expect(past.failures.total).toBe(1);
    }
  });
});
