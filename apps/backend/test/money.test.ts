import {
  fieldRoute,
  IDEMPOTENCY_HEADER,
  type MoneyReceipt,
  type Order,
  type Payment,
  UNDO_SECONDS,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { couriersAboveLimit, heldCash, heldCashAt } from '#work/money/cash-limit.ts';
import { MAX_MOVEMENTS } from '#platform/database/table-bounds.ts';
import { applyRetention } from '#upkeep/privacy/keep-retention.ts';
import { erasePerson } from '#upkeep/privacy/erase-person.ts';
import { findPerson } from '#upkeep/privacy/find-person.ts';
import { assertionOf } from './assertions.ts';
import { dispatcherOf, type Worker, workerClaims } from './dispatch-world.ts';
import request from './request.ts';
import { ref } from './use-loads.ts';
import { usePhones } from './use-phones.ts';

const TODAY = '2026-11-20';
const OFFICE = dispatcherOf('ana');

describe('Liquidación', () => {
  const desk = usePhones();
  const { dispatch, assign } = desk;

  /** An order that its recipient paid to Pedro. */
  const paidOrder = async (payments: Payment[], due = payments.reduce((sum, { amount }) => sum + amount, 0)) => {
    const order = await dispatch.createOrder({ collectDue: due });
    await assign([order], desk.pedro);
    await dispatch.close([order.id], { to: 'entregada', payments });
    return order;
  };
  const cash = (amount: number): Payment[] => [{ means: 'efectivo', amount }];
  const ofPedro = async () => {
    const { couriers } = await dispatch.ok('money.day');
    const money = couriers.find(({ courier }) => courier.id === desk.pedro);
    if (!money) throw new Error('Pedro is missing');
    return money;
  };
  const detail = () => dispatch.ok('money.courier', { query: { courierId: desk.pedro, day: TODAY } });
  const receive = async (body: object, as: Worker = 'ana', key: string = randomUUID()) =>
    dispatch.call('money.receive', {
      as,
      key,
      rawBody: { courierId: desk.pedro, day: TODAY, version: (await ofPedro()).version, ...body },
    });
  const received = async (body: object, as: Worker = 'ana') => (await receive(body, as)).body as MoneyReceipt;
  const undo = (act: string, as: Worker = 'ana', why?: string) =>
    dispatch.call('money.undo', {
      as,
      rawBody: { courierId: desk.pedro, day: TODAY, act, ...(why !== undefined && { why }) },
    });
  const confirm = async (body: object = {}, as: Worker = 'ana') => {
    const { delivered, failed, collected, version } = await ofPedro();
    const seen = { delivered, failed, collected: collected.reduce((sum, { amount }) => sum + amount, 0), version };
    return dispatch.call('days.confirm', { as, rawBody: { courierId: desk.pedro, day: TODAY, ...seen, ...body } });
  };
  const correct = async (id: string, closing: object) =>
    dispatch.ok('assignments.correct', {
      as: 'chief',
      body: { why: 'Se contó otra vez', orders: [{ ...ref(await dispatch.order(id)), ...closing } as never] },
    });

  it('expects what was collected, and is settled by two hand-overs and change', async () => {
    await paidOrder(cash(8000));
    expect(await ofPedro()).toMatchObject({ state: 'por_recibir', held: cash(8000), received: 0, due: 8000 });
    const counted = { n200: 0, n100: 0, n50: 1, n20: 0, n10: 0, coins: 0 };
    expect((await received({ amount: 5000, counted })).money).toMatchObject({ state: 'parcial', received: 5000 });
    const last = await received({ amount: 2900, difference: { amount: 100, reason: 'vuelto' } }, 'luis');
    expect(last.money).toMatchObject({
      state: 'conforme',
      held: [],
      received: 7900,
      differences: [{ reason: 'vuelto', amount: 100 }],
      handovers: { count: 2, last: { by: { user: 'Doña luis' } } },
    });
    const { movements } = await detail();
    expect(movements.map(({ what, by, lines }) => [what, by.user, lines.map(({ amount }) => amount)])).toEqual([
      ['entrega', 'Doña luis', [2900, 100]],
      ['entrega', 'Doña ana', [5000]],
    ]);
    expect(movements[1]?.counted).toEqual(counted);
  });

  it.each([
    ['more than there is, without a reason', { amount: 8100 }],
    ['a surplus of another amount', { amount: 8100, difference: { amount: -200, reason: 'sobrante' } }],
    ['a reason of the other sign', { amount: 7900, difference: { amount: 100, reason: 'sobrante' } }],
    ['more missing than is left', { amount: 7900, difference: { amount: 200, reason: 'vuelto' } }],
    ['another reason without words', { amount: 7900, difference: { amount: 100, reason: 'otro' } }],
    ['nothing', { amount: 0 }],
    ['a count of another amount', { amount: 8000, counted: { n200: 0, n100: 1, n50: 0, n20: 0, n10: 0, coins: 0 } }],
  ])('refuses %s', async (_, body) => {
    await paidOrder(cash(8000));
    expect((await receive(body)).status).toBe(400);
    expect(await ofPedro()).toMatchObject({ state: 'por_recibir', held: cash(8000) });
  });

  it('shows an unexplained amount as a difference', async () => {
    await paidOrder(cash(8000));
    const short = await received({ amount: 7000, difference: { amount: 1000, reason: 'faltante' } });
    expect(short.money).toMatchObject({ state: 'diferencia', received: 7000 });
    // Brought the next day: the differences cancel out.
    const rest = await received({ amount: 1000, difference: { amount: -1000, reason: 'sobrante' } });
    expect(rest.money).toMatchObject({ state: 'conforme', received: 8000 });
  });

  it('lets one of two cashiers receive, and asks the other to reload', async () => {
    await paidOrder(cash(8000));
    const answers = await Promise.all([receive({ amount: 8000 }, 'ana'), receive({ amount: 8000 }, 'luis')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'El dinero de Pedro Rojas acaba de cambiar; revise los montos y vuelva a intentarlo',
    });
    expect(await ofPedro()).toMatchObject({ received: 8000, state: 'conforme' });
  });

  it('receives once when the request is repeated', async () => {
    await paidOrder(cash(8000));
    const [key, { version }] = [randomUUID(), await ofPedro()];
    const [first, again] = await Promise.all([0, 1].map(() => receive({ amount: 3000, version }, 'ana', key)));
    expect([first?.status, again?.body]).toEqual([200, first?.body]);
    expect((await ofPedro()).received).toBe(3000);
  });

  it('cancels a hand-over: its author within seconds, otherwise with a reason', async () => {
    await paidOrder(cash(8000));
    const first = await received({ amount: 8000 });
    expect(Date.parse(first.undoUntil ?? '') - Date.parse(first.at)).toBe(UNDO_SECONDS * 1000);
    expect((await undo(first.act, 'luis')).status).toBe(400);
    expect((await undo(first.act)).body).toMatchObject({ money: { state: 'por_recibir', received: 0 } });
    expect((await undo(first.act)).status).toBe(409);
    const second = await received({ amount: 8000 });
    desk.clock.move((UNDO_SECONDS + 1) * 1000);
    expect((await undo(second.act)).status).toBe(400);
    expect((await undo(second.act, 'luis', 'Se contó mal')).status).toBe(200);
    const { movements, money } = await detail();
    // Nothing disappears.
    expect(movements.map(({ what, undone }) => [what, undone])).toEqual([
      ['anulacion', false],
      ['entrega', true],
      ['anulacion', false],
      ['entrega', true],
    ]);
    expect([money.handovers.count, money.held]).toEqual([0, cash(8000)]);
  });

  it('passes payments to the account with their numbers, and back when their order is corrected', async () => {
    const order = await paidOrder([{ means: 'yape', amount: 4000 }]);
    const { version, state } = await ofPedro();
    expect(state).toBe('por_recibir');
    const payments = [{ orderId: order.id, means: 'yape' as const, operation: '00123456' }];
    const body = { courierId: desk.pedro, day: TODAY, version, payments };
    const { money } = await dispatch.ok('money.verify', { body });
    expect(money).toMatchObject({ state: 'conforme', account: [{ means: 'yape', amount: 4000 }], held: [] });
    expect((await detail()).payments).toMatchObject([{ code: order.code, inAccount: true, operation: '00123456' }]);
    expect((await dispatch.call('money.verify', { body: { ...body, version: money.version } })).status).toBe(404);
    await correct(order.id, { to: 'entregada', payments: cash(4000) });
    expect(await ofPedro()).toMatchObject({ state: 'por_recibir', account: [], held: cash(4000) });
  });

  it('keeps a hand-over when its payment is corrected, and shows the difference', async () => {
    const order = await paidOrder(cash(8000));
    await received({ amount: 8000 });
    await correct(order.id, { to: 'entregada', payments: cash(5000), difference: 'Pagó una parte' });
    expect(await ofPedro()).toMatchObject({
      state: 'diferencia',
      received: 8000,
      collected: cash(5000),
      differences: [{ reason: 'correccion', amount: -3000 }],
    });
    await correct(order.id, { to: 'entregada', payments: cash(8000) });
    expect(await ofPedro()).toMatchObject({ state: 'conforme', received: 8000, differences: [] });
  });

  it('is confirmed with the hand-over or a reason, and reopened by charge S alone', async () => {
    await paidOrder([...cash(5000), { means: 'plin', amount: 3000 }]);
    const refused = await confirm();
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'Pedro Rojas todavía tiene S/ 80.00: recíbalos, o indique el motivo' },
    ]);
    await received({ amount: 5000 });
    expect((await confirm({ rest: { reason: 'faltante' } })).status).toBe(200);
    expect(await ofPedro()).toMatchObject({ state: 'diferencia', held: [], received: 5000 });
    expect((await receive({ amount: 100, difference: { amount: -100, reason: 'sobrante' } })).status).toBe(409);
    const named = { courierId: desk.pedro, day: TODAY, why: 'Llegó el Plin' };
    expect((await dispatch.call('days.reopen', { body: named })).status).toBe(403);
    await dispatch.ok('days.reopen', { as: 'chief', body: named });
    const { money, payments, movements } = await detail();
    expect([money.state, money.held, payments.map(({ inAccount }) => inAccount)]).toEqual([
      'parcial',
      [{ means: 'plin', amount: 3000 }],
      [false],
    ]);
    expect(movements.map(({ what, note, undone }) => [what, note, undone])).toEqual([
      ['reapertura', 'Llegó el Plin', false],
      ['confirmacion', null, true],
      ['entrega', null, false],
    ]);
    const found = payments.map(({ orderId, means }) => ({ orderId, means, operation: '77' }));
    await dispatch.ok('money.verify', {
      body: { courierId: desk.pedro, day: TODAY, version: money.version, payments: found },
    });
    expect((await confirm()).status).toBe(200);
    expect(await ofPedro()).toMatchObject({ state: 'conforme', differences: [] });
  });

  it('lets the person who confirmed a day undo it within seconds', async () => {
    await paidOrder(cash(5000));
    await received({ amount: 5000 });
    await confirm();
    const act = (await detail()).movements[0]?.act ?? '';
    expect((await undo(act, 'luis', 'No es mía')).status).toBe(409);
    expect((await undo(act)).status).toBe(200);
    expect((await ofPedro()).confirmed).toBeNull();
  });

  it('does not undo a confirmation that a reopening followed', async () => {
    await paidOrder(cash(5000));
    await received({ amount: 5000 });
    await confirm();
    const act = (await detail()).movements[0]?.act ?? '';
    await dispatch.ok('days.reopen', { as: 'chief', body: { courierId: desk.pedro, day: TODAY, why: 'Falta un sol' } });
    expect((await confirm({}, 'luis')).status).toBe(200);
    const refused = await undo(act);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: 'El día se reabrió después; esa confirmación ya no se puede deshacer' },
    ]);
    expect((await ofPedro()).confirmed).toMatchObject({ by: { user: 'Doña luis' } });
  });

  it('G40: allows no more movements of a day than the maximum, and then only its confirmation', async () => {
    await paidOrder(cash(8000));
    const { act } = await received({ amount: 100 });
    const count = async () =>
      (await desk.db.selectFrom('money_entries').select('id').where('what', '<>', 'cobro').execute()).length;
    await sql`
      insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person)
      select 'norte', 'N1', ${Number(desk.pedro)}, ${TODAY}, gen_random_uuid(), 'entrega', ${desk.clock()}, 'ana', 'Ana', 'N1/ana'
      from generate_series(1, ${MAX_MOVEMENTS - 1 - (await count())}::integer)`.execute(desk.db);
    expect((await receive({ amount: 100 })).status, 'the last one').toBe(200);
    const most = await count();
    const refusals = [await receive({ amount: 100 }), await undo(act)];
    expect(refusals.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual(
      refusals.map(() => [409, 'El día de Pedro Rojas llegó al máximo de movimientos de dinero; confírmelo como está']),
    );
    expect(await count()).toBe(most);
    expect((await confirm({ rest: { reason: 'faltante' } })).status).toBe(200);
  });

  it('G20: is read with D05, and received only with D05 and U01', async () => {
    await paidOrder(cash(8000));
    const { version } = await ofPedro();
    const ask = async (modules: string[], method: 'get' | 'post', path: string, body?: object) => {
      const token = await assertionOf({ ...workerClaims('ana'), modules }, { from: desk.clock() });
      const address = `/operations/${path}`;
      const call = (method === 'get' ? request(desk.app).get(address) : request(desk.app).post(address))
        .query({ officeId: 'N1' })
        .set('Authorization', `Bearer ${token}`)
        .set(IDEMPOTENCY_HEADER, randomUUID());
      return (await (body ? call.send(body) : call)).status;
    };
    const body = { courierId: desk.pedro, day: TODAY, version, amount: 8000 };
    expect([await ask(['D05'], 'get', 'money'), await ask(['U01'], 'get', 'money')]).toEqual([200, 403]);
    for (const modules of [['D05'], ['U01'], ['D04', 'G01']])
      expect([modules, await ask(modules, 'post', 'money/receive', body)]).toEqual([modules, 403]);
    expect((await ofPedro()).received).toBe(0);
    expect(await ask(['D05', 'U01'], 'post', 'money/receive', body)).toBe(200);
  });

  it.each(['2030-01-01', '2020-01-01'])('refuses money of %s, a day without work of the courier', async (day) => {
    await paidOrder(cash(8000));
    const body = {
      courierId: desk.pedro,
      day,
      version: 0,
      amount: 100,
      difference: { amount: -100, reason: 'sobrante' },
    };
    const refused = await dispatch.call('money.receive', { body: body as never });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'Pedro Rojas no tiene visitas ni dinero de ese día' },
    ]);
    // Confirming and reopening such a day does not make it one.
    if (day > TODAY) return;
    const named = { courierId: desk.pedro, day };
    await dispatch.ok('days.confirm', { body: { ...named, delivered: 0, failed: 0, collected: 0, version: 0 } });
    await dispatch.ok('days.reopen', { as: 'chief', body: { ...named, why: 'x' } });
    const { money } = await dispatch.ok('money.courier', { query: named });
    expect((await dispatch.call('money.receive', { body: { ...body, version: money.version } as never })).status).toBe(
      400,
    );
  });

  it('receives money of a day that only the desk began, even without orders left', async () => {
    const order = await dispatch.createOrder({ collectDue: 8000 });
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await assign([await dispatch.order(order.id)], desk.sara);
    const body = { amount: 100, difference: { amount: -100, reason: 'sobrante' as const } };
    expect((await receive(body)).status).toBe(200);
  });

  const agree = async (matter: 'gastos' | 'sobrante', amount: number, as: Worker) =>
    dispatch.call('money.agree', {
      as,
      body: { courierId: desk.pedro, day: TODAY, version: (await ofPedro()).version, matter, amount },
    });

  it('receives a surplus above the limit of all receipts only after another person noted it', async () => {
    await paidOrder(cash(8000));
    const surplus = (amount: number, held = 8000) => ({
      amount: held + amount,
      difference: { amount: -amount, reason: 'sobrante' as const },
    });
    const refused = await receive(surplus(10_001));
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'Son S/ 100.01 más de lo que debía entregar Pedro Rojas, sobre el tope de S/ 100.00. Cuente otra vez; si es así, una persona lo anota y otra lo recibe',
    ]);
    expect((await agree('sobrante', 20_000, 'ana')).status).toBe(200);
    expect((await receive(surplus(10_001), 'ana')).status, 'who noted it').toBe(409);
    expect((await receive(surplus(20_001), 'luis')).status, 'more than noted').toBe(409);
    await received(surplus(10_000));
    expect((await receive(surplus(1, 0))).status, 'also in parts').toBe(409);
    await received(surplus(10_000, 0), 'luis');
    expect((await ofPedro()).received).toBe(28_000);
  });

  it('requires another person or charge S for expenses above the limit, and again for later ones', async () => {
    await paidOrder(cash(12_000));
    await received({ amount: 7000, difference: { amount: 3000, reason: 'pasajes' } });
    expect(await ofPedro()).toMatchObject({ state: 'parcial', doubts: null });
    const last = await received({ amount: 1900, difference: { amount: 100, reason: 'otro', note: 'Estampillas' } });
    expect(last.money).toMatchObject({ state: 'diferencia', doubts: { expenses: 3100, orders: 0 } });
    expect([(await agree('gastos', 3100, 'ana')).status, (await agree('gastos', 3000, 'luis')).status]).toEqual([
      409, 409,
    ]);
    expect((await agree('gastos', 3100, 'luis')).status).toBe(200);
    expect(await ofPedro()).toMatchObject({ state: 'conforme', doubts: null });
    expect((await detail()).movements[0]).toMatchObject({ what: 'acuerdo', note: 'Acepta gastos de S/ 31.00' });
    // Cancelled and entered again by the person who agreed.
    expect((await undo(last.act, 'luis', 'Se contó mal')).status).toBe(200);
    await received({ amount: 1900, difference: { amount: 100, reason: 'peaje' } }, 'luis');
    expect(await ofPedro()).toMatchObject({ state: 'diferencia' });
    expect((await agree('gastos', 3100, 'luis')).status).toBe(409);
    expect((await agree('gastos', 3100, 'chief')).status, 'charge S').toBe(200);
    // 0 is no limit.
    const { version } = await dispatch.ok('settings.read');
    await paidOrder(cash(12_000));
    await received({ amount: 100, difference: { amount: 11_900, reason: 'vuelto' } });
    expect((await ofPedro()).state).toBe('diferencia');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { expenseLimit: 0 } } });
    expect((await ofPedro()).state).toBe('conforme');
  });

  it('confirms a day with an expense under review if nobody else may accept it', async () => {
    await desk.db.updateTable('users').set({ permissions: [] }).where('username', '<>', 'ana').execute();
    await paidOrder(cash(8450));
    expect((await confirm({ rest: { reason: 'otro', note: 'Combustible' } })).status).toBe(200);
    expect(await ofPedro()).toMatchObject({ state: 'por_revisar', doubts: { expenses: 8450 } });
    expect((await agree('gastos', 8450, 'chief')).status).toBe(200);
    expect(await ofPedro()).toMatchObject({ state: 'conforme', doubts: null });
  });

  it('does not apply a changed or new limit to confirmed days', async () => {
    await paidOrder(cash(8000));
    await received({ amount: 5000, difference: { amount: 3000, reason: 'pasajes' } });
    expect((await confirm()).status).toBe(200);
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { expenseLimit: 2000 } } });
    expect(await ofPedro()).toMatchObject({ state: 'conforme', doubts: null });
    const why = 'Faltó un cobro';
    await dispatch.ok('days.reopen', { as: 'chief', body: { courierId: desk.pedro, day: TODAY, why } });
    expect(await ofPedro()).toMatchObject({ doubts: { expenses: 3000 } });
    expect((await confirm()).status).toBe(200);
    await dispatch.ok('settings.edit', {
      as: 'chief',
      body: { version: version + 1, changes: { expenseLimit: 2500 } },
    });
    expect(await ofPedro()).toMatchObject({ state: 'por_revisar', doubts: { expenses: 3000, limit: 2000 } });
    // Like existing days after the upgrade.
    await desk.db.updateTable('courier_days').set({ expense_limit: null }).execute();
    expect(await ofPedro()).toMatchObject({ state: 'conforme', doubts: null });
  });

  it('marks orders that one account closed below the amount due and whose cash it received', async () => {
    const short = async (by: Worker) => {
      const order = await dispatch.createOrder({ collectDue: 9000 });
      await assign([order], desk.pedro);
      const { version } = await dispatch.order(order.id);
      const closing = {
        id: order.id,
        version,
        to: 'entregada' as const,
        payments: cash(5000),
        difference: 'Descuento',
      };
      await dispatch.ok('assignments.close', { as: by, body: { orders: [closing] } });
    };
    await short('ana');
    await received({ amount: 5000 }, 'luis');
    expect((await ofPedro()).doubts).toBeNull();
    await short('luis');
    expect((await ofPedro()).doubts, 'by who received before').toEqual({ expenses: 0, limit: 0, orders: 1 });
    expect(await ofPedro()).toMatchObject({ state: 'parcial' });
    expect((await agree('gastos', 0, 'luis')).status).toBe(409);
    expect((await agree('gastos', 0, 'ana')).status).toBe(200);
    await received({ amount: 5000 }, 'ana');
    expect((await ofPedro()).doubts, 'also the first one').toEqual({ expenses: 0, limit: 0, orders: 1 });
    const { orders } = await dispatch.ok('orders.list');
    const own = orders.filter(({ collect }) => collect?.difference);
    const corrections = own.map(({ id, version }) => ({
      ...{ id, version, to: 'entregada' as const, payments: cash(5001), difference: 'Descuento' },
    }));
    const corrected = await dispatch.ok('assignments.correct', {
      as: 'chief',
      body: { why: 'Contó mal', orders: corrections },
    });
    expect((await ofPedro()).doubts).toBeNull();
    await dispatch.ok('assignments.undo', { as: 'chief', body: { batch: corrected.batch ?? '' } });
    expect((await ofPedro()).doubts, 'once the correction is undone').toMatchObject({ orders: 1 });
  });

  describe('the number of an operation', () => {
    const yape = (amount = 4000): Payment[] => [{ means: 'yape', amount }];
    const paidTo = async (courierId: string, amount = 4000) => {
      const order = await dispatch.createOrder({ collectDue: amount });
      await assign([order], courierId);
      await dispatch.close([order.id], { to: 'entregada', payments: yape(amount) });
      return { ...order, courierId };
    };
    type Paid = Awaited<ReturnType<typeof paidTo>>;
    const verify = async (orders: Paid[], operation: string, more: object = {}, as: Worker = 'ana') => {
      const courierId = orders[0]?.courierId ?? '';
      const { money, day } = await dispatch.ok('money.courier', { query: { courierId, day: TODAY } });
      const payments = orders.map(({ id }) => ({ orderId: id, means: 'yape' as const, operation }));
      const body = { courierId, day, version: money.version, payments, ...more };
      return dispatch.call('money.verify', { as, body });
    };
    const problemOf = ({ status, body }: { status: number; body: unknown }) => {
      const { message, field } = body as { message?: string; field?: string };
      return [status, message, field];
    };

    it('needs another person or charge S if another order has it', async () => {
      const [first, second, third] = [await paidTo(desk.pedro), await paidTo(desk.sara), await paidTo(desk.sara)];
      expect((await verify([first], '001 234-5')).status).toBe(200);
      const text = `Ese número de operación ya se usó: Yape 12345, en la orden ${first.code}, que pasó Doña ana el 20/11/2026. `;
      expect(problemOf(await verify([second], '12345', { repeated: true }))).toEqual([
        409,
        `${text}Si es otro pago, lo pasa otra persona o alguien con cargo S`,
        undefined,
      ]);
      expect(problemOf(await verify([second], '12345', {}, 'luis'))).toEqual([
        409,
        `${text}¿Es otro pago?`,
        'repeated',
      ]);
      expect(await dispatch.ok('money.repeated')).toEqual([]);
      expect((await verify([second], '12345', { repeated: true }, 'luis')).status).toBe(200);
      expect((await verify([third], '12345', { repeated: true }, 'chief')).status).toBe(200);
      const listed = await dispatch.ok('money.repeated');
      expect(
        listed.map(({ means, number, payments }) => [
          means,
          number,
          payments.map(({ code, details }) => [code, details?.by]),
        ]),
      ).toEqual([
        [
          'yape',
          '12345',
          [
            [third.code, 'Doña chief'],
            [second.code, 'Doña luis'],
            [first.code, 'Doña ana'],
          ],
        ],
      ]);
    });

    it('shows of other offices only the code of the order, except to charge S', async () => {
      const first = await paidTo(desk.pedro);
      await verify([first], '777');
      const as = 'neighbour';
      const courierId = await dispatch.createCourier({}, as);
      const { id, code, version } = await dispatch.createOrder({ collectDue: 100 }, as);
      await dispatch.ok('assignments.assign', { as, body: { courierId, orders: [{ id, version }] } });
      const closing = { version: version + 1, to: 'entregada' as const, payments: yape(100) };
      await dispatch.ok('assignments.close', { as, body: { orders: [{ id, ...closing }] } });
      const { money, day } = await dispatch.ok('money.courier', { as, query: { courierId, day: TODAY } });
      const pass = (repeated: object) => {
        const payments = [{ orderId: id, means: 'yape' as const, operation: '777' }];
        return dispatch.call('money.verify', {
          as,
          body: { courierId, day, version: money.version, payments, ...repeated },
        });
      };
      const where = `en la orden ${first.code} de la oficina N1`;
      expect(problemOf(await pass({}))[1]).toBe(
        `Ese número de operación ya se usó: Yape 777, ${where}. ¿Es otro pago?`,
      );
      expect((await pass({ repeated: true })).status).toBe(200);
      const own = { courier: 'Pedro Rojas', day: TODAY, amount: 4000, by: 'Doña ana' };
      const seenBy = async (who: Worker) => (await dispatch.ok('money.repeated', { as: who }))[0]?.payments;
      expect(await seenBy('ana')).toEqual([
        { officeId: 'N2', code, details: null },
        { officeId: 'N1', code: first.code, details: own },
      ]);
      expect((await seenBy('chief'))?.map(({ details }) => details?.amount)).toEqual([100, 4000]);
    });

    it('may be used again after 90 days, by other means, and when the other visit was corrected', async () => {
      const [first, second, third, fourth] = [
        await paidTo(desk.pedro),
        await paidTo(desk.sara),
        await paidTo(desk.sara),
        await paidTo(desk.pedro),
      ];
      await verify([first], 'A-77');
      expect((await verify([second], 'a77')).status).toBe(409);
      expect((await verify([second], 'A78')).status, 'another number').toBe(200);
      await correct(first.id, { to: 'entregada', payments: cash(4000) });
      expect((await verify([third], 'A77')).status).toBe(200);
      await desk.db
        .updateTable('money_entries')
        .set({ at: new Date(desk.clock().getTime() - 91 * 86_400_000) })
        .execute();
      expect((await verify([fourth], 'A77')).status).toBe(200);
    });

    it('is one transfer for several orders if the stated amount is their sum, or they were closed at one door', async () => {
      const [first, second, third, fourth] = [
        await paidTo(desk.pedro, 3000),
        await paidTo(desk.pedro, 5000),
        await paidTo(desk.sara, 3000),
        await paidTo(desk.sara, 5000),
      ];
      const transfers = (amount: number) => ({ transfers: [{ means: 'yape', operation: '88', amount }] });
      expect(problemOf(await verify([first, second], '88'))).toEqual([
        409,
        'El número 88 está en 2 pagos que suman S/ 80.00; escriba cuánto dice la cuenta',
        'transfers',
      ]);
      expect((await verify([first, second], '88', transfers(5000))).status).toBe(409);
      expect((await verify([first, second], '88', transfers(8000))).status).toBe(200);
      expect(await dispatch.ok('money.repeated'), 'a single transfer').toEqual([]);
      expect((await verify([third], '88')).status, 'later').toBe(409);
      const door = randomUUID();
      const phone = await desk.phoneOf(desk.sara);
      const atDoor: Paid[] = [];
      for (const amount of [3000, 5000, 100]) {
        const order = await dispatch.createOrder({ collectDue: amount });
        await assign([order], desk.sara);
        const { version } = await dispatch.order(order.id);
        const visit = {
          ...{ id: randomUUID(), order: order.id, attempt: 1, version, to: 'entregada' as const },
          ...{ at: desk.clock().toISOString(), payments: yape(amount) },
        };
        expect((await phone.call('field.visit', { ...visit, ...(amount > 100 && { door }) })).status).toBe(200);
        atDoor.push({ ...order, courierId: desk.sara });
      }
      const [one, other, elsewhere] = atDoor as [Paid, Paid, Paid];
      expect((await verify([one], '99')).status).toBe(200);
      expect((await verify([other], '99')).status, 'the other order of the door').toBe(200);
      expect((await verify([elsewhere], '99')).status).toBe(409);
      expect((await verify([fourth], '100')).status).toBe(200);
    });

    it('names few orders, each once, however many were requested', async () => {
      const numbers = ['51', '52', '53', '54', '55'];
      for (const number of numbers) await verify([await paidTo(desk.pedro)], number);
      const again: Paid[] = [];
      for (let index = 0; index < 6; index += 1) again.push(await paidTo(desk.sara));
      const payments = again.map(({ id }, index) => ({
        ...{ orderId: id, means: 'yape' as const, operation: numbers[index] ?? '51' },
      }));
      const transfers = [{ means: 'yape', operation: '51', amount: 8000 }];
      const [, message = ''] = problemOf(await verify(again, '', { payments, transfers }));
      expect([String(message).split(', en la orden ').length - 1, String(message).includes('; 2 más. ')]).toEqual([
        3,
        true,
      ]);
    });
  });

  it('lists the couriers above the limit of the office, with the cash of all days', async () => {
    await paidOrder(cash(8000));
    const today = () => couriersAboveLimit(desk.db, OFFICE, TODAY);
    expect(await today()).toEqual([]);
    await dispatch.ok('settings.edit', { as: 'chief', body: { version: 1, changes: { cashLimit: 8000 } } });
    expect(await today()).toEqual([]);
    desk.clock.move(24 * 60 * 60_000);
    await paidOrder(cash(100));
    expect(await couriersAboveLimit(desk.db, OFFICE, '2026-11-21')).toEqual([
      { courierId: Number(desk.pedro), amount: 8100, limit: 8000 },
    ]);
    const listed = await dispatch.ok('couriers.list');
    expect(listed.map(({ name, cash: carried }) => [name, carried])).toEqual([
      ['Pedro Rojas', 8100],
      ['Sara Núñez', undefined],
    ]);
    const { couriers, cashLimit, earlier } = await dispatch.ok('money.day');
    expect([couriers[0]?.carried, cashLimit, earlier]).toEqual([
      8100,
      8000,
      [{ day: TODAY, couriers: 1, amount: 8000 }],
    ]);
  });

  it('warns a courier above the limit on the phone, until the money is received', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const warning = async () => fieldRoute.parse((await phone.call('field.route')).body).cash;
    await paidOrder(cash(8000));
    expect(await warning()).toBeUndefined();
    await dispatch.ok('settings.edit', { as: 'chief', body: { version: 1, changes: { cashLimit: 7900 } } });
    expect(await warning()).toBe('Lleva S/ 80.00 en efectivo; el tope es S/ 79.00. Páselo a su oficina.');
    await received({ amount: 8000 });
    expect(await warning()).toBeUndefined();
  });

  it('exports the day for spreadsheets, in which no name is a formula', async () => {
    const id = await dispatch.createCourier({ name: '=1+1' });
    await paidOrder(cash(8000));
    const order = await dispatch.createOrder({ collectDue: 500 });
    await assign([order], id);
    await dispatch.close([order.id], { to: 'entregada', payments: [{ means: 'pos', amount: 500 }] });
    await received({ amount: 7900, difference: { amount: 100, reason: 'pasajes' } });
    const query = { day: TODAY, formato: 'csv' };
    const answer = await dispatch.download('money.export', { query });
    const [head = '', ...lines] = (answer.body as Buffer).toString().trim().split('\r\n');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="liquidacion-N1-${TODAY}.csv"`);
    expect(head).toContain('Repartidor;Estado;');
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(/^'=1\+1;Por recibir;1;0;0;5\.00;5\.00;(0\.00;){5}5\.00;0\.00;0\.00;5\.00;0\.00;;/),
      expect.stringMatching(
        /^Pedro Rojas;Conforme;1;0;0;80\.00;80\.00;0\.00;80\.00;(0\.00;){4}79\.00;0\.00;0\.00;-1\.00;Pasajes −S\/ 1\.00;/,
      ),
      expect.stringMatching(/^Total;;2;0;0;85\.00;85\.00;0\.00;80\.00;(0\.00;){3}5\.00;79\.00;0\.00;5\.00;-1\.00;;/),
    ]);
    const workbook = await dispatch.download('money.export', { query: { ...query, formato: 'xlsx' } });
    expect((workbook.body as Buffer).subarray(0, 2).toString()).toBe('PK');
  });

  /** A visit of Pedro that waits for the office, because the order is another courier's by now, or what `meanwhile` did. */
  const visitInReview = async (
    payments: Payment[],
    meanwhile: (order: Order) => Promise<unknown> = (order) => assign([order], desk.sara),
  ) => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await dispatch.createOrder({ collectDue: 9000 });
    await assign([order], desk.pedro);
    const { version } = await dispatch.order(order.id);
    await meanwhile({ ...order, version });
    const visit = { id: randomUUID(), order: order.id, attempt: 1, version, to: 'entregada' as const };
    const at = desk.clock().toISOString();
    expect((await phone.call('field.visit', { ...visit, at, payments })).body).toMatchObject({ result: 'review' });
    return { phone, visit: { ...visit, at }, order };
  };

  it('counts the cash of a visit in review in what the courier holds, and not as collected', async () => {
    await visitInReview(cash(9000));
    await paidOrder(cash(1000));
    await received({ amount: 700, difference: { amount: 300, reason: 'faltante' } });
    expect(await ofPedro()).toMatchObject({ inReview: 9000, carried: 9000, collected: cash(1000), held: [] });
    const answer = await dispatch.download('money.export', { query: { day: TODAY, formato: 'csv' } });
    const [head = '', ...lines] = (answer.body as Buffer).toString().slice(1).trim().split('\r\n');
    const total = lines.at(-1)?.split(';') ?? [];
    const of = (name: string) => Math.round(100 * Number(total[head.split(';').indexOf(`${name} (S/)`)]));
    expect(of('Cobrado') + of('Por revisar') + of('Diferencia')).toBe(
      of('En caja') + of('En cuenta') + of('Con el repartidor'),
    );
    expect([of('Con el repartidor'), of('Diferencia')]).toEqual([9000, -300]);
    // With its cash, nothing above what is expected is received.
    const surplus = { amount: 9000 + 10_000, difference: { amount: -19_000, reason: 'sobrante' as const } };
    expect((await receive(surplus)).status).toBe(200);
    const { reviews } = await dispatch.ok('reviews.list');
    await dispatch.ok('reviews.reject', { id: reviews[0]?.id ?? '', body: { version: reviews[0]?.now.version ?? 0 } });
    expect(await ofPedro()).toMatchObject({ inReview: 0, carried: 0 });
  });

  it('is kept for years, then removed by whole days without open work', async () => {
    await paidOrder(cash(8000));
    const rows = async () => [
      (await desk.db.selectFrom('money_entries').select('id').execute()).length,
      (await desk.db.selectFrom('money_balances').select('day').execute()).length,
    ];
    const keep = { photos: 0, signatures: 0, documents: 0 };
    const later = await dispatch.createOrder({ collectDue: 5000, date: '2026-11-21' });
    await assign([later], desk.sara);
    desk.clock.move(24 * 60 * 60_000);
    await dispatch.close([later.id], { to: 'entregada', payments: cash(5000) });
    // Only the second day is settled.
    const [sara] = (await dispatch.ok('money.day')).couriers;
    const { delivered, failed, version } = sara ?? { delivered: 0, failed: 0, version: 0 };
    const settled = { courierId: desk.sara, day: '2026-11-21', delivered, failed, collected: 5000, version };
    await dispatch.ok('days.confirm', { body: { ...settled, rest: { reason: 'faltante' } } });
    const confirmed = await rows();
    desk.clock.move(3650 * 24 * 60 * 60_000);
    await applyRetention(desk.services, keep, { moneyDays: 3650 });
    expect(await rows()).toEqual(confirmed);
    desk.clock.move(2 * 24 * 60 * 60_000);
    await applyRetention(desk.services, keep, { moneyDays: 0 });
    expect(await rows()).toEqual(confirmed);
    await applyRetention(desk.services, keep, { moneyDays: 3650 });
    expect(await rows()).toEqual([1, 1]);
    expect(await desk.db.selectFrom('money_entries').select('day').execute()).toEqual([{ day: TODAY }]);
  });

  it('counts the cash of an order in review once, also for a past time', async () => {
    await visitInReview(cash(9000), async ({ id }) => {
      await dispatch.close([id], { to: 'entregada', payments: cash(7000), difference: 'Pagó una parte' });
      await received({ amount: 7000 });
      expect((await confirm()).status).toBe(200);
    });
    const pedro = Number(desk.pedro);
    expect([
      (await heldCash(desk.db, OFFICE, TODAY)).get(pedro),
      (await heldCashAt(desk.db, OFFICE, TODAY, desk.clock()))?.get(pedro),
    ]).toEqual([2000, 2000]);
  });

  it('stops counting a visit in review once a correction replaced it, also for a past time', async () => {
    const { phone, visit, order } = await visitInReview(cash(9000));
    const before = desk.clock();
    desk.clock.move(60_000);
    await assign([await dispatch.order(order.id)], desk.pedro);
    const corrected = { id: randomUUID(), corrects: visit.id, payments: cash(7000), difference: 'Pagó una parte' };
    const answer = await phone.call('field.visit', { ...visit, ...corrected });
    expect(answer.body).toMatchObject({ result: 'applied' });
    const at = async (time: Date) => (await heldCashAt(desk.db, OFFICE, TODAY, time))?.get(Number(desk.pedro));
    expect([await at(before), await at(desk.clock())]).toEqual([9000, 7000]);
  });

  it('is kept while a visit of its day is in review', async () => {
    await visitInReview(cash(9000));
    await paidOrder(cash(1000));
    await received({ amount: 1000 });
    expect((await confirm()).status).toBe(200);
    desk.clock.move(3652 * 24 * 60 * 60_000);
    const count = async () => {
      await applyRetention(desk.services, { photos: 0, signatures: 0, documents: 0 }, { moneyDays: 3650 });
      return (await desk.db.selectFrom('money_entries').select('id').execute()).length;
    };
    expect(await count()).toBeGreaterThan(0);
    const { reviews } = await dispatch.ok('reviews.list');
    await dispatch.ok('reviews.reject', { id: reviews[0]?.id ?? '', body: { version: reviews[0]?.now.version ?? 0 } });
    expect(await count()).toBe(0);
  });

  it('keeps its amounts when a person is erased, and not what was written about them', async () => {
    await paidOrder(cash(8000));
    await received({ amount: 7000, difference: { amount: 1000, reason: 'otro', note: 'Lo pagó José Peña después' } });
    const before = await ofPedro();
    await erasePerson(desk.services, OFFICE, await findPerson(desk.db, OFFICE, { name: 'José Peña' }));
    const { movements, money } = await detail();
    expect(movements[0]?.note).not.toContain('José');
    expect([money.received, money.collected, money.differences]).toEqual([
      before.received,
      before.collected,
      before.differences,
    ]);
  });
});
