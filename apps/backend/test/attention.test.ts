import { randomUUID } from 'node:crypto';
import {
  type Attention,
  attentionOperations,
  ATTENTION_KIND_CODES,
  type AttentionKind,
  type AttentionLine,
  MAX_ATTENTION_LINES,
  MAX_SINGLE_LINES,
  type Order,
  standardRules,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { actOnLine } from '#insight/attention/act-on-line.ts';
import { AttentionBoard } from '#insight/attention/attention-board.ts';
import { attentionHistory } from '#insight/attention/attention-history.ts';
import { forgetAttention } from '#insight/attention/forget-attention.ts';
import { listAttention } from '#insight/attention/list-attention.ts';
import { sweepOffice } from '#insight/attention/sweep-office.ts';
import { watchedOffices } from '#insight/attention/watched-offices.ts';
import { storePositions } from '#fleet/positions/positions-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { assertionOf } from './assertions.ts';
import { dispatcherOf, LARCO, SELLER, type Worker, workerClaims, zoneInput } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import request from './request.ts';
import { ref } from './use-loads.ts';
import { usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** An office is searched some seconds after an event. */
const SOON = 6000;
/** The tests begin at 10:00 in Lima. */
const START = Date.parse('2026-11-20T15:00:00.000Z');
const timeAt = (milliseconds: number): string => new Date(START + milliseconds).toISOString();
const ALL = ['D04', 'D05', 'M01', 'U01'];

const desk = usePhones();
const { dispatch, assign } = desk;

const list = async (
  modules: readonly string[] = ALL,
  as: Worker = 'ana',
  limit = 50,
  kind?: AttentionKind,
): Promise<Attention> =>
  attentionOperations['attention.list'].response.parse(
    await listAttention(desk.services, dispatcherOf(as), modules, { limit, kind }),
  );
const summary = ({ lines }: Attention) =>
  lines.map(({ order, courier, causes }) => [order?.code ?? courier?.name, ...causes.map(({ kind }) => kind)]);
const act = (
  line: Pick<AttentionLine, 'id' | 'version'>,
  what: 'tomar' | 'soltar' | 'posponer' | 'retomar',
  {
    as = 'ana',
    until,
    key = randomUUID(),
    modules = ALL,
  }: { as?: Worker; until?: string; key?: string; modules?: readonly string[] } = {},
) =>
  actOnLine(desk.services, dispatcherOf(as), {
    key,
    modules,
    id: Number(line.id),
    version: line.version,
    act: what,
    ...(until !== undefined && { until }),
  });

/** Uses these kinds alone, with thresholds other than the standard ones. */
async function only(limits: Partial<Record<AttentionKind, number | undefined>>): Promise<void> {
  const attention = Object.fromEntries(
    ATTENTION_KIND_CODES.map((kind) => {
      const limit = limits[kind] ?? standardRules()[kind].limit;
      return [kind, { on: kind in limits, ...(limit !== undefined && { limit }) }];
    }),
  );
  const { version } = await dispatch.ok('settings.read');
  await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { attention } } });
}

/** Expects that the office's only line ends some seconds from now, and is shown as closed. */
async function expectClosed(code: string | undefined): Promise<void> {
  desk.clock.move(SOON);
  const { lines, closed } = await list();
  expect(lines).toEqual([]);
  expect(closed.map(({ order, courier, closedAt }) => [order?.code ?? courier?.name, closedAt])).toEqual([
    [code, desk.clock().toISOString()],
  ]);
}

const deliver = (order: Order, more: object = {}) => dispatch.close([order.id], { to: 'entregada', ...more });

describe('each kind of «Por atender» opens a line and closes it by itself', () => {
  it('tarde: after the end of the window', async () => {
    await only({ tarde: 0 });
    const order = await dispatch.createOrder({ window: { from: '08:00', to: '10:30' } });
    await dispatch.createOrder({ window: { from: '08:00', to: '12:00' } });
    expect((await list()).lines).toEqual([]);
    desk.clock.move(31 * MINUTE);
    const { lines, open, kinds } = await list();
    expect([open, kinds]).toEqual([1, { tarde: 1 }]);
    const due = timeAt(30 * MINUTE);
    expect(lines).toEqual([
      {
        id: expect.any(String) as string,
        version: 1,
        since: due,
        causes: [{ kind: 'tarde', since: due, due }],
        order: { id: order.id, code: order.code, isAssigned: false, client: 'Bodega Ñandú', district: 'Miraflores' },
        courier: null,
        taken: null,
        snoozed: null,
        closedAt: null,
      },
    ]);
    await dispatch.ok('assignments.cancel', { as: 'chief', body: { why: 'Ya no va', orders: [ref(order)] } });
    await expectClosed(order.code);
  });

  it('por_vencer: before the end of a window, not of a day', async () => {
    await only({ por_vencer: 30 });
    const order = await dispatch.createOrder({ window: { from: '08:00', to: '10:40' } });
    await dispatch.createOrder();
    expect((await list()).lines).toEqual([]);
    desk.clock.move(10 * MINUTE);
    expect((await list()).lines[0]).toMatchObject({
      causes: [{ kind: 'por_vencer', since: timeAt(10 * MINUTE), due: timeAt(40 * MINUTE) }],
    });
    await assign([order], desk.pedro);
    await deliver(order);
    await expectClosed(order.code);
  });

  it('sin_asignar: since it arrived, or the first shift began, or it came back', async () => {
    await only({ sin_asignar: 120 });
    const order = await dispatch.createOrder();
    await dispatch.createOrder({ date: '2026-11-21' });
    desk.clock.move(119 * MINUTE);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(MINUTE);
    expect(summary(await list())).toEqual([[order.code, 'sin_asignar']]);
    await assign([order], desk.pedro);
    await expectClosed(order.code);
    await dispatch.ok('assignments.unassign', { body: { orders: await dispatch.refs([order.id]) } });
    desk.clock.move(119 * MINUTE);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(MINUTE);
    expect((await list()).lines[0]?.causes).toEqual([{ kind: 'sin_asignar', since: timeAt(2 * HOUR + SOON) }]);
    // The other order is for the next day, whose first shift begins at 8:00.
    desk.clock.move(16 * HOUR);
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'Ya no va', orders: await dispatch.refs([order.id]) },
    });
    desk.clock.move(SOON);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(4 * HOUR);
    expect((await list()).lines[0]?.causes).toEqual([{ kind: 'sin_asignar', since: timeAt(0) }]);
  });

  it('sin_senal: a courier on the way with orders, for people with M01', async () => {
    await only({ sin_senal: 15 });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    await phone.call('field.start', { id: randomUUID(), at: timeAt(0), clockOffsetMs: 0 });
    desk.clock.move(14 * MINUTE);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(2 * MINUTE);
    const answer = await list();
    expect(answer.lines).toMatchObject([
      { order: null, courier: { id: desk.pedro, name: 'Pedro Rojas', phone: '+51 912 345 678' } },
    ]);
    expect(answer.lines[0]?.causes).toEqual([{ kind: 'sin_senal', since: timeAt(0), orders: 1 }]);
    const withoutM01 = await list(['D04', 'D05', 'U01']);
    expect([withoutM01.lines, withoutM01.open, withoutM01.kinds]).toEqual([[], 0, {}]);
    const newest = { at: desk.clock().getTime(), lat: -12.05, lng: -77.05, accuracy: 10 };
    const head = { officeId: 'N1', courierId: Number(desk.pedro), newest, suspect: null };
    await storePositions(desk.db, [], [head], desk.clock());
    // A position is no event, so the next minute finds it.
    desk.clock.move(MINUTE - SOON);
    await expectClosed('Pedro Rojas');
    expect((await list(['D04', 'D05', 'U01'])).closed).toEqual([]);
  });

  it('sin_senal: for a tracker whose route the desk started, but not without a phone', async () => {
    await only({ sin_senal: 15 });
    const [order, other] = await dispatch.createOrders(2);
    if (!order || !other) throw new Error('orders are missing');
    await assign([order], desk.pedro);
    await assign([other], desk.sara);
    await dispatch.ok('couriers.track', { id: desk.pedro });
    await dispatch.state([order.id, other.id], { to: 'en_ruta' });
    desk.clock.move(16 * MINUTE);
    expect((await list()).lines.map(({ courier, causes }) => [courier?.name, causes])).toEqual([
      ['Pedro Rojas', [{ kind: 'sin_senal', since: timeAt(0), orders: 1 }]],
    ]);
    await dispatch.close([order.id], { to: 'entregada' });
    await expectClosed('Pedro Rojas');
  });

  it('parado: a courier who stands still away from every address, for people with M01', async () => {
    await only({ parado: 10 });
    const at = (lat: number) => ({
      address: 'Av. Brasil 1',
      reference: null,
      ubigeo: '150105',
      point: { lat, lng: -77.05 },
    });
    await assign([await dispatch.createOrder({ place: at(-12.07) })], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    await phone.call('field.start', { id: randomUUID(), at: timeAt(0), clockOffsetMs: 0 });
    const stand = async (from: number, to: number, lat: number): Promise<void> => {
      desk.clock.move(START + to * MINUTE - desk.clock().getTime());
      const fixes = Array.from({ length: to - from + 1 }, (_, minute) => ({
        at: timeAt((from + minute) * MINUTE),
        lat: lat + (minute % 2) * 0.0002,
        lng: -77.05,
        accuracy: 10,
      }));
      expect((await phone.call('field.positions', { fixes })).body).toMatchObject({ refused: [] });
    };
    await stand(1, 2, -12.061);
    await stand(3, 12, -12.06);
    expect((await list()).lines).toEqual([]);
    await stand(13, 14, -12.06);
    const { lines } = await list();
    expect(lines).toMatchObject([
      { courier: { id: desk.pedro }, causes: [{ kind: 'parado', since: timeAt(3 * MINUTE) }] },
    ]);
    expect((await list(['D04', 'D05', 'U01'])).lines).toEqual([]);
    // At the address of an order.
    await stand(16, 30, -12.07);
    await expectClosed('Pedro Rojas');
    await stand(32, 46, -12.06);
    expect((await list()).lines).toHaveLength(1);
    await stand(47, 48, -12.065);
    expect((await list()).lines).toEqual([]);
  });

  it('fuera: a courier outside of the drawn zones, for people with M01', async () => {
    await only({ fuera: 10 });
    const zone = await dispatch.ok('zones.create', { as: 'chief', body: zoneInput() });
    let version = 1;
    const serve = async (zoneIds: string[], zones: string[] = []): Promise<void> => {
      await dispatch.ok('couriers.edit', { id: desk.pedro, body: { version, changes: { zoneIds, zones } } });
      version += 1;
      desk.clock.move(SOON);
    };
    await serve([zone.id]);
    const phone = await desk.phoneOf(desk.pedro);
    await phone.call('field.start', { id: randomUUID(), at: timeAt(0), clockOffsetMs: 0 });
    const move = async (from: number, to: number, lat: number): Promise<void> => {
      desk.clock.move(START + to * MINUTE - desk.clock().getTime());
      const fixes = Array.from({ length: to - from + 1 }, (_, minute) => ({
        at: timeAt((from + minute) * MINUTE),
        lat: lat + minute * 0.0002,
        lng: LARCO.lng,
        accuracy: 10,
      }));
      expect((await phone.call('field.positions', { fixes })).body).toMatchObject({ refused: [] });
    };
    await move(1, 2, LARCO.lat);
    await move(6, 15, -12.105);
    expect((await list()).lines).toEqual([]);
    await move(16, 17, -12.1);
    expect((await list()).lines).toMatchObject([
      { courier: { id: desk.pedro }, causes: [{ kind: 'fuera', since: timeAt(6 * MINUTE) }] },
    ]);
    expect((await list(['D04', 'D05', 'U01'])).lines).toEqual([]);
    // Who also serves districts may be anywhere in them.
    await serve([zone.id], ['150105']);
    expect((await list()).lines).toEqual([]);
    await serve([zone.id]);
    expect((await list()).lines).toHaveLength(1);
    await move(22, 23, LARCO.lat);
    expect((await list()).lines).toEqual([]);
  });

  it('documentos: before a document of a courier expires, for people with U01', async () => {
    await only({ documentos: 15 });
    const write = (version: number, until: string) =>
      dispatch.ok('couriers.writeDocuments', {
        as: 'chief',
        id: desk.pedro,
        body: { version, documents: [{ kind: 'soat', number: 'A-1', until }] },
      });
    await write(1, '2026-12-06');
    desk.clock.move(SOON);
    expect((await list()).lines).toEqual([]);
    await write(2, '2026-12-05');
    desk.clock.move(SOON);
    const { lines } = await list();
    expect(lines).toMatchObject([
      {
        since: '2026-11-20T05:00:00.000Z',
        courier: { id: desk.pedro },
        causes: [{ kind: 'documentos', documents: [{ kind: 'soat', until: '2026-12-05' }] }],
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('A-1');
    expect(await list(['D04', 'D05', 'M01'])).toMatchObject({ open: 0, kinds: {}, lines: [] });
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.pedro, body: { version: 3 } });
    desk.clock.move(SOON);
    expect((await list()).lines).toEqual([]);
  });

  it('reasignada: from the third time', async () => {
    await only({ reasignada: 3 });
    const { id } = await dispatch.createOrder();
    const carry = async (courier: string) => assign([await dispatch.order(id)], courier);
    for (const courier of [desk.pedro, desk.sara, desk.pedro]) await carry(courier);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(MINUTE);
    await carry(desk.sara);
    desk.clock.move(SOON);
    expect((await list()).lines[0]).toMatchObject({
      courier: { name: 'Sara Núñez' },
      causes: [{ kind: 'reasignada', since: timeAt(MINUTE), times: 3 }],
    });
    const order = await dispatch.order(id);
    await deliver(order);
    await expectClosed(order.code);
  });

  it('revisar: until the office decides', async () => {
    await only({ revisar: undefined });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    await assign([await dispatch.order(order.id)], desk.sara);
    const visit: VisitBody = {
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
    };
    expect((await phone.call('field.visit', visit)).status).toBe(200);
    expect((await list()).lines[0]?.causes).toEqual([{ kind: 'revisar', since: timeAt(0), why: 'reasignada' }]);
    const [review] = (await dispatch.ok('reviews.list')).reviews;
    await dispatch.ok('reviews.reject', { id: review?.id ?? '', body: { version: review?.now.version ?? 0 } });
    await expectClosed(order.code);
  });

  it('cobro: until it is corrected or the day is confirmed, with amounts only for D05', async () => {
    await only({ cobro: undefined });
    const order = await dispatch.createOrder({ collectDue: 8000 });
    const other = await dispatch.createOrder({ collectDue: 100 });
    await assign([order, other], desk.pedro);
    await deliver(order, { payments: [{ means: 'efectivo', amount: 7900 }], difference: 'No había vuelto' });
    await deliver(other, { payments: [{ means: 'yape', amount: 100 }] });
    expect((await list()).lines.map(({ causes }) => causes)).toEqual([
      [{ kind: 'cobro', since: timeAt(0), amounts: { due: 8000, paid: 7900 } }],
    ]);
    expect((await list(['D04', 'U01'])).lines[0]?.causes).toEqual([{ kind: 'cobro', since: timeAt(0) }]);
    const { couriers } = await dispatch.ok('money.day', { query: { day: '2026-11-20' } });
    await dispatch.ok('days.confirm', {
      body: {
        ...{ courierId: desk.pedro, day: '2026-11-20', delivered: 2, failed: 0, collected: 8000 },
        ...{ version: couriers[0]?.version ?? 0, rest: { reason: 'faltante' } },
      },
    });
    await expectClosed(order.code);
  });

  it('acuerdo: until another person accepts the expenses, even of a confirmed day, with amounts only for D05', async () => {
    await only({ acuerdo: undefined });
    const order = await dispatch.createOrder({ collectDue: 8000 });
    await assign([order], desk.pedro);
    await deliver(order, { payments: [{ means: 'efectivo', amount: 8000 }] });
    const day = { courierId: desk.pedro, day: '2026-11-20' };
    const version = async () => (await dispatch.ok('money.courier', { query: day })).money.version;
    const totals = { delivered: 1, failed: 0, collected: 8000, rest: { reason: 'pasajes' as const } };
    await dispatch.ok('days.confirm', { body: { ...day, ...totals, version: await version() } });
    const cause = { kind: 'acuerdo', since: timeAt(0), day: '2026-11-20', times: 0 };
    expect((await list()).lines.map(({ causes }) => causes)).toEqual([
      [{ ...cause, amounts: { due: 3000, paid: 8000 } }],
    ]);
    expect((await list(['D04'])).lines[0]?.causes).toEqual([cause]);
    desk.clock.move(20 * 24 * HOUR);
    expect((await list()).lines).toHaveLength(1);
    const body = { ...day, version: await version(), matter: 'gastos' as const, amount: 8000 };
    await dispatch.ok('money.agree', { as: 'luis', body });
    desk.clock.move(SOON);
    expect((await list()).lines).toEqual([]);
  });

  it('sin_prueba: while a demanded photo is missing', async () => {
    await only({ sin_prueba: 30 });
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', {
      as: 'chief',
      body: { version, changes: { delivered: ['entrega', 'firma'] } },
    });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await deliver(order);
    const add = async (kind: string, seed: number) =>
      dispatch.ok('evidence.add', { id: order.id, file: await photo(seed), query: { kind } });
    await add('entrega', 1);
    desk.clock.move(29 * MINUTE);
    expect((await list()).lines).toEqual([]);
    desk.clock.move(MINUTE);
    expect((await list()).lines[0]?.causes).toEqual([{ kind: 'sin_prueba', since: timeAt(0), missing: ['firma'] }]);
    await add('firma', 2);
    await expectClosed(order.code);
  });

  it('sin_prueba: while a photo that only the client requires is missing', async () => {
    await only({ sin_prueba: 30 });
    const settings = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', {
      as: 'chief',
      body: { version: settings.version, changes: { delivered: [] } },
    });
    const require = (version: number, delivered: ('entrega' | 'guia')[]) =>
      dispatch.ok('clients.editNotes', {
        ...SELLER,
        id: 'c1',
        body: { version, notes: null, proof: { delivered, failed: ['fachada'] } },
      });
    const [order, other] = [
      await dispatch.createOrder(),
      await dispatch.createOrder({ client: { id: 'c2', name: 'Botica', phone: null } }),
    ];
    await assign([order, other], desk.pedro);
    await deliver(order);
    await deliver(other);
    await require(0, ['guia']);
    desk.clock.move(30 * MINUTE);
    expect((await list()).lines.map(({ causes }) => causes)).toEqual([
      [{ kind: 'sin_prueba', since: timeAt(0), missing: ['guia'] }],
    ]);
    expect((await dispatch.ok('orders.read', { id: order.id })).missing).toEqual(['guia']);
    expect((await dispatch.ok('orders.read', { id: other.id })).missing).toEqual([]);
    await require(1, []);
    // No event reports it: the search of the next minute finds it.
    desk.clock.move(MINUTE - SOON);
    await expectClosed(order.code);
  });

  it('sin_cierre: after the shift without orders left, or after the day', async () => {
    await only({ sin_cierre: 60 });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    await phone.call('field.start', { id: randomUUID(), at: timeAt(0), clockOffsetMs: 0 });
    // 19:01, an hour after the shift, with an order left.
    desk.clock.move(9 * HOUR + MINUTE);
    expect((await list()).lines).toEqual([]);
    await deliver(order);
    desk.clock.move(SOON);
    expect((await list()).lines[0]).toMatchObject({
      courier: { name: 'Pedro Rojas' },
      causes: [{ kind: 'sin_cierre', since: timeAt(8 * HOUR), day: '2026-11-20' }],
    });
    await phone.call('field.end', { id: randomUUID(), at: desk.clock().toISOString(), clockOffsetMs: 0, unsent: 0 });
    await expectClosed('Pedro Rojas');
  });

  it('sin_cierre: of a route that the desk started, until the day is confirmed', async () => {
    await only({ sin_cierre: 60 });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    desk.clock.move(24 * HOUR);
    expect((await list()).lines[0]?.causes).toEqual([
      { kind: 'sin_cierre', since: timeAt(8 * HOUR), day: '2026-11-20' },
    ]);
    const { couriers } = await dispatch.ok('money.day', { query: { day: '2026-11-20' } });
    const version = couriers.find(({ courier }) => courier.id === desk.pedro)?.version ?? 0;
    const totals = { delivered: 0, failed: 0, collected: 0 };
    await dispatch.ok('days.confirm', { body: { courierId: desk.pedro, day: '2026-11-20', ...totals, version } });
    await expectClosed('Pedro Rojas');
  });

  it('sin_lugar: while only the district is known', async () => {
    await only({ sin_lugar: undefined });
    const order = await dispatch.createOrder();
    await dispatch.createOrder({ date: '2026-11-21' });
    expect(summary(await list())).toEqual([[order.code, 'sin_lugar']]);
    const place = { ...order.place, point: { lat: -12.12, lng: -77.03 } };
    const { address, reference, ubigeo, point } = place;
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: order.version, changes: { place: { address, reference, ubigeo, point } } },
    });
    await expectClosed(order.code);
  });

  it('does not open a line for a kind that is off', async () => {
    await dispatch.createOrder();
    expect(summary(await list())).toMatchObject([[expect.any(String), 'sin_lugar']]);
    desk.clock.move(SOON);
    await only({});
    expect((await list()).open).toBe(0);
  });
});

describe('a line of «Por atender»', () => {
  it('has all causes of an order, counted once, the most urgent first', async () => {
    await only({ tarde: 0, por_vencer: 30, sin_asignar: 5, sin_lugar: undefined });
    const order = await dispatch.createOrder({ window: { from: '08:00', to: '10:20' } });
    expect(summary(await list())).toEqual([[order.code, 'por_vencer', 'sin_lugar']]);
    desk.clock.move(21 * MINUTE);
    const answer = await list();
    expect(summary(answer)).toEqual([[order.code, 'tarde', 'sin_asignar', 'sin_lugar']]);
    expect([answer.open, answer.kinds]).toEqual([1, { tarde: 1, sin_asignar: 1, sin_lugar: 1 }]);
    expect(answer.lines[0]?.since).toBe(timeAt(20 * MINUTE));
  });

  it('is listed after today’s lines if it is of an earlier day, for a week', async () => {
    await only({ tarde: 0, sin_lugar: undefined });
    const left = await dispatch.createOrder({ date: '2026-11-19' });
    const now = await dispatch.createOrder();
    expect(summary(await list())).toEqual([
      [now.code, 'sin_lugar'],
      [left.code, 'tarde', 'sin_lugar'],
    ]);
    desk.clock.move(7 * 24 * HOUR);
    expect(summary(await list())).toEqual([[now.code, 'tarde', 'sin_lugar']]);
  });

  it('shows code, courier and cause without U01, and no client, telephone or amount', async () => {
    await only({ tarde: 0 });
    const order = await dispatch.createOrder({ window: { from: '08:00', to: '09:00' } });
    await assign([order], desk.pedro);
    expect((await list(['D04'])).lines[0]).toMatchObject({
      order: { code: order.code, client: null, district: null },
      courier: { name: 'Pedro Rojas', phone: null },
    });
  });

  /** Copies an order that many times, as an import would create it. */
  async function copy({ id }: Order, times: number): Promise<void> {
    await sql`
      insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
        approximate, date, window_to, packages, weight_grams, priority, created_at)
      select company_id, office_id, code || '-' || n, client_name, recipient, address, ubigeo, lat, lng,
        approximate, date, window_to, packages, weight_grams, priority, created_at
      from order_details cross join generate_series(1, ${times}) as n where id = ${Number(id)}`.execute(desk.db);
    await sql`
      insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user, changed_what)
      select details.office_id, details.id, 'pendiente', due_at, changed_at, changed_username, changed_user, changed_what
      from order_progress as copied
      cross join lateral (
        select code from order_details where office_id = copied.office_id and id = copied.order_id
      ) as original
      join order_details as details on details.code like original.code || '-%'
      where copied.order_id = ${Number(id)}`.execute(desk.db);
  }

  it('is listed with its kind up to 500 times, and the rest is counted', async () => {
    await only({ sin_lugar: undefined });
    await copy(await dispatch.createOrder(), 519);
    const all = await list(ALL, 'ana', MAX_ATTENTION_LINES, 'sin_lugar');
    expect([all.open, all.lines.length, all.more]).toEqual([520, MAX_ATTENTION_LINES, undefined]);
    const numbers = await list(ALL, 'ana', 0, 'sin_lugar');
    expect([numbers.open, numbers.lines, numbers.kinds]).toEqual([520, [], { sin_lugar: 520 }]);
  });

  it('is one of at most five after an import of 5,000 orders with any problems', async () => {
    await only({ tarde: 0, por_vencer: 30, sin_asignar: 5, sin_lugar: undefined });
    await copy(await dispatch.createOrder(), 1249);
    desk.clock.move(6 * MINUTE);
    for (const to of ['23:00', '09:00', '10:30'])
      await copy(await dispatch.createOrder({ window: { from: '08:00', to } }), 1249);
    const { open, lines, kinds } = await list();
    expect(lines.map(({ causes, many }) => [causes[0]?.kind, many])).toEqual([
      ['tarde', { count: 1250 }],
      ['por_vencer', { count: 1250 }],
      ['sin_asignar', { count: 1250 }],
      ['sin_lugar', { count: 2000, more: true }],
    ]);
    expect([open, kinds]).toEqual([4, { tarde: 1250, por_vencer: 1250, sin_asignar: 1250, sin_lugar: 2000 }]);
    expect((await list(ALL, 'ana', 0)).open).toBe(4);
  });

  it('is listed separately once somebody takes or postpones it, or while there are few', async () => {
    await only({ sin_lugar: undefined });
    const orders = await dispatch.createOrders(MAX_SINGLE_LINES);
    expect((await list()).lines.map(({ many }) => many)).toEqual(orders.map(() => undefined));
    for (let more = 0; more < 3; more += 1) await dispatch.createOrder();
    desk.clock.move(SOON);
    expect((await list()).lines.map(({ many }) => many)).toEqual([{ count: 6 }]);
    const single = await list(ALL, 'ana', 50, 'sin_lugar');
    expect([single.open, single.lines.map(({ many }) => many)]).toEqual([
      6,
      orders.concat(orders).map(() => undefined),
    ]);
    const [first, second, third] = single.lines;
    if (!first || !second || !third) throw new Error('lines are missing');
    await act(first, 'tomar');
    await act(second, 'posponer', { until: timeAt(HOUR) });
    const after = await list();
    expect([after.open, after.mine, after.snoozed]).toEqual([2, 1, 1]);
    expect(after.lines.map(({ id, many }) => [id, many])).toEqual([
      [first.id, undefined],
      [third.id, { count: 5 }],
      [second.id, undefined],
    ]);
    await act(third, 'tomar');
    // Three are left.
    expect((await list()).lines.map(({ many }) => many)).toEqual(single.lines.map(() => undefined));
  });

  it('of a kind that needs a decision for each order is never joined', async () => {
    await only({ cobro: undefined });
    for (let times = 0; times <= MAX_SINGLE_LINES; times += 1) {
      const order = await dispatch.createOrder({ collectDue: 8000 });
      await assign([order], desk.pedro);
      await deliver(order, { payments: [{ means: 'efectivo', amount: 7900 }], difference: 'No había vuelto' });
    }
    expect((await list()).open).toBe(MAX_SINGLE_LINES + 1);
  });

  it('G20: is not found by a cause that the person may not see', async () => {
    await only({ documentos: 15 });
    await dispatch.ok('couriers.writeDocuments', {
      as: 'chief',
      id: desk.pedro,
      body: { version: 1, documents: [{ kind: 'soat', number: 'A-1', until: '2026-11-21' }] },
    });
    desk.clock.move(SOON);
    expect(await list(ALL, 'ana', 50, 'documentos')).toMatchObject({ open: 1 });
    expect(await list(['D04'], 'ana', 50, 'documentos')).toMatchObject({ open: 0, lines: [] });
  });

  it('belongs to one office', async () => {
    await dispatch.createOrder({}, 'neighbour');
    expect((await list()).open).toBe(0);
    const [foreign] = (await list(ALL, 'neighbour')).lines;
    if (!foreign) throw new Error('no line');
    await expect(act(foreign, 'tomar')).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('people', () => {
  /** A line about one order that nobody carries. */
  const aLine = async (): Promise<AttentionLine> => {
    await only({ sin_lugar: undefined, tarde: 0 });
    await dispatch.createOrder({ window: { from: '08:00', to: '10:30' } });
    const [line] = (await list()).lines;
    if (!line) throw new Error('no line');
    return line;
  };

  it('take a line once: the second person is refused with the name of the first', async () => {
    const line = await aLine();
    const answers = await Promise.allSettled([act(line, 'tomar'), act(line, 'tomar', { as: 'luis' })]);
    const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    const { mine, lines } = await list();
    const [after] = lines;
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused.reason).toBeInstanceOf(Refusal);
    expect(refused.reason).toMatchObject({
      kind: 'conflict',
      message: `${after?.taken?.by.user ?? ''} se encargó a las 10:00`,
      changed: { at: timeAt(0), by: after?.taken?.by },
    });
    expect(mine).toBe(after?.taken?.by.username === 'ana' ? 1 : 0);
    expect(after?.version).toBe(2);
  });

  it('change a line once by a repeated request, and not by the same act again', async () => {
    const line = await aLine();
    const key = randomUUID();
    const taken = await act(line, 'tomar', { key });
    expect(await act(line, 'tomar', { key })).toEqual(taken);
    expect(await act(taken, 'tomar')).toEqual(taken);
    await expect(act(taken, 'soltar', { key })).rejects.toMatchObject({ kind: 'unprocessable' });
    expect(await desk.db.selectFrom('attention_acts').select('act').execute()).toEqual([{ act: 'tomar' }]);
  });

  it('release their own line, and take over that of somebody else', async () => {
    const taken = await act(await aLine(), 'tomar');
    await expect(act(taken, 'soltar', { as: 'luis' })).rejects.toMatchObject({ kind: 'conflict' });
    const passed = await act(taken, 'tomar', { as: 'luis' });
    expect(passed.taken?.by.username).toBe('luis');
    expect((await act(passed, 'soltar', { as: 'luis' })).taken).toBeNull();
  });

  it('postpone a line until a time, or until it gets another cause', async () => {
    const line = await aLine();
    await expect(act(line, 'posponer', { until: timeAt(0) })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(act(line, 'posponer', { until: timeAt(25 * HOUR) })).rejects.toMatchObject({ kind: 'invalid' });
    await act(line, 'posponer', { until: timeAt(20 * MINUTE) });
    const away = await list();
    expect([away.open, away.snoozed, away.lines[0]?.snoozed]).toEqual([
      0,
      1,
      { until: timeAt(20 * MINUTE), by: { username: 'ana', user: 'Doña ana' } },
    ]);
    desk.clock.move(20 * MINUTE);
    const back = await list();
    expect([back.open, back.snoozed, back.lines[0]?.snoozed]).toEqual([1, 0, null]);
    await act(back.lines[0] ?? line, 'posponer', { until: timeAt(2 * HOUR) });
    expect((await list()).open).toBe(0);
    // Now it is late, too.
    desk.clock.move(11 * MINUTE);
    expect((await list()).open).toBe(1);
  });

  it('G20: cannot act on a line of which they may not see any cause', async () => {
    await only({ sin_senal: 15 });
    await assign([await dispatch.createOrder()], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    await phone.call('field.start', { id: randomUUID(), at: timeAt(0), clockOffsetMs: 0 });
    desk.clock.move(16 * MINUTE);
    const [line] = (await list()).lines;
    if (!line) throw new Error('no line');
    await expect(act(line, 'tomar', { modules: ['D04', 'D05', 'U01'] })).rejects.toMatchObject({ kind: 'not-found' });
    expect((await list()).lines[0]?.taken).toBeNull();
    expect((await act(line, 'tomar')).taken?.by.username).toBe('ana');
  });

  it('change a line at most 50 times', async () => {
    let line = await aLine();
    for (let times = 0; times < 50; times += 1) line = await act(line, times % 2 === 0 ? 'tomar' : 'soltar');
    await expect(act(line, 'tomar')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('see in the history who took and postponed what, for 90 days', async () => {
    const line = await aLine();
    const taken = await act(line, 'tomar', { as: 'luis' });
    await act(taken, 'posponer', { until: timeAt(10 * MINUTE) });
    expect((await attentionHistory(desk.services, dispatcherOf('ana'), ALL, undefined)).lines).toEqual([]);
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'Ya no va', orders: await dispatch.refs([line.order?.id ?? '']) },
    });
    desk.clock.move(SOON);
    await list();
    const history = await attentionHistory(desk.services, dispatcherOf('ana'), ALL, undefined);
    expect(history).toMatchObject({
      next: null,
      lines: [
        {
          order: { code: line.order?.code },
          closedAt: timeAt(SOON),
          acts: [
            { act: 'tomar', by: { user: 'Doña luis' }, at: timeAt(0), until: null },
            { act: 'posponer', by: { user: 'Doña ana' }, at: timeAt(0), until: timeAt(10 * MINUTE) },
          ],
        },
      ],
    });
    await expect(act(taken, 'tomar')).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Ya no hace falta: se resolvió a las 10:00',
    });
    const day = 24 * HOUR;
    await forgetAttention(desk.db, new Date(START + 90 * day));
    expect((await attentionHistory(desk.services, dispatcherOf('ana'), ALL, undefined)).lines).toHaveLength(1);
    await forgetAttention(desk.db, new Date(START + 90 * day + MINUTE));
    expect((await attentionHistory(desk.services, dispatcherOf('ana'), ALL, undefined)).lines).toEqual([]);
    expect(await desk.db.selectFrom('attention_acts').selectAll().execute()).toEqual([]);
  });

  it('read the history page by page', async () => {
    await sql`
      insert into attention_lines (company_id, office_id, subject, subject_id, since, rank, kinds, causes, closed_at)
      select 'norte', 'N1', 'repartidor', ${Number(desk.pedro)}, '2026-11-20T10:00:00Z', 8, '{sin_cierre}',
        '[{"kind": "sin_cierre", "since": 1795168800000, "day": "2026-11-19"}]',
        '2026-11-20T10:00:00Z'::timestamptz + (n / 2) * interval '1 minute'
      from generate_series(1, 70) as n`.execute(desk.db);
    const first = await attentionHistory(desk.services, dispatcherOf('ana'), ALL, undefined);
    const second = await attentionHistory(desk.services, dispatcherOf('ana'), ALL, first.next ?? '');
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 20, null]);
    expect(new Set([...first.lines, ...second.lines].map(({ id }) => id)).size).toBe(70);
  });
});

describe('access to «Por atender»', () => {
  const status = async (path: string, modules: string[], body?: object): Promise<number> => {
    const bearer = `Bearer ${await assertionOf({ ...workerClaims('ana'), modules }, { from: desk.clock() })}`;
    const agent = request(desk.app);
    const address = `/operations${path}?officeId=N1`;
    const sent = (body ? agent.post(address).send(body) : agent.get(address))
      .set('Authorization', bearer)
      .set('Idempotency-Key', randomUUID());
    return (await sent).status;
  };

  it.each([
    [['D04'], 200, 403],
    [['U01'], 403, 200],
    [['D04', 'U01'], 200, 200],
    [['D01', 'D05', 'M01', 'T02', 'G01'], 403, 403],
  ])('G20: with %j, reading is %i and acting is %i', async (modules, reading, acting) => {
    await dispatch.createOrder();
    const [line] = (await list()).lines;
    expect([
      await status('/attention', modules),
      await status('/attention/history', modules),
      await status(`/attention/${line?.id ?? ''}/acts`, modules, { version: 1, act: 'tomar' }),
    ]).toEqual([reading, reading, acting]);
  });
});

describe('the search of an office', () => {
  const office = async () => {
    const [found] = await watchedOffices(desk.db, ['N1'], '05:00');
    if (!found) throw new Error('no office');
    return found;
  };

  it('is done by one of two services', async () => {
    await dispatch.createOrder();
    const before = await office();
    expect(await sweepOffice(desk.db, before, desk.clock())).toBe(2);
    expect(await sweepOffice(desk.db, before, desk.clock())).toBeUndefined();
    desk.clock.move(MINUTE);
    const later = await office();
    // Nothing has changed.
    expect(await sweepOffice(desk.db, later, desk.clock())).toBe(2);
    expect(await sweepOffice(desk.db, later, desk.clock())).toBeUndefined();
    expect((await list()).open).toBe(1);
  });

  it('runs every minute, and also some seconds after an event', async () => {
    await only({ sin_lugar: undefined });
    await list();
    await dispatch.createOrder();
    expect((await list()).open, 'within five seconds').toBe(0);
    desk.clock.move(SOON);
    expect((await list()).open).toBe(1);
    const { swept } = await office();
    desk.clock.move(SOON);
    await list();
    expect((await office()).swept, 'nothing happened').toEqual(swept);
    desk.clock.move(MINUTE);
    await list();
    expect((await office()).swept?.at).toEqual(desk.clock());
  });

  it('reports a change once to open pages', async () => {
    await only({ sin_lugar: undefined });
    const board = new AttentionBoard(desk.services, '05:00', () => true);
    const messages: string[] = [];
    board.follow(['N1'], (message) => messages.push(message) > 0);
    const foreign: string[] = [];
    board.follow(['N2'], (message) => foreign.push(message) > 0);
    try {
      await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(1);
      await dispatch.createOrder();
      desk.clock.move(SOON);
      await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(2);
      const { revision } = await list();
      expect(JSON.parse(messages[1] ?? '')).toEqual({ type: 'attention.moved', officeId: 'N1', revision });
      expect(foreign).toHaveLength(1);
    } finally {
      board.close();
    }
  });
});
