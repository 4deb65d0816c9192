import { ORDER_FLAG_CODES, type Order, type OrderFlag } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DispatchClient, orderInput } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, openTestDatabase } from './test-services.ts';

/* One fixed set of orders, each with a purpose, and expected lists written by hand. It is 2026-11-20, 10:00 in Lima. */
describe('finding orders', () => {
  let close: () => Promise<void>;
  let dispatch: DispatchClient;
  let pedro: string;
  let sara: string;
  const named = new Map<string, string>();

  beforeAll(async () => {
    const opened = await openTestDatabase();
    ({ close } = opened);
    await resetPeople(opened.db);
    dispatch = new DispatchClient(createTestApp(createServices(opened.db, createClock())));
    pedro = await dispatch.createCourier();
    sara = await dispatch.createCourier({ name: 'Sara' });
    const place = (address: string, ubigeo: string) => ({ ...orderInput().place, address, ubigeo });
    const inputs = {
      late: { window: { from: '08:00', to: '09:30' }, collectDue: 5000 },
      soon: { window: { from: '09:00', to: '11:59' }, note: 'Tocar fuerte' },
      // Due in exactly two hours is not «por vencer»; due right now is not overdue.
      two: { window: { from: '09:00', to: '12:00' }, recipient: { name: 'Íñigo Ñahui', phone: '987 111 222' } },
      now: { window: { from: '09:00', to: '10:00' }, client: { id: 'c2', name: 'Óptica 100% Visión', phone: null } },
      tomorrow: { date: '2026-11-21', place: place('Jr. Cusco 12_A', '150101'), guide: 'T001-44' },
      delivered: { date: '2026-11-19', clientReference: 'REF/77', collectDue: 100 },
      failed: { date: '2026-11-18' },
    };
    for (const [name, changes] of Object.entries(inputs)) named.set(name, (await dispatch.createOrder(changes)).id);
    const id = (name: string): string => named.get(name) ?? '';
    const give = async (names: string[], courierId: string) =>
      dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(names.map(id)) } });
    await give(['delivered', 'failed', 'soon'], pedro);
    await give(['tomorrow'], sara);
    await dispatch.state(['delivered', 'failed'].map(id), { to: 'en_ruta' });
    await dispatch.close([id('delivered')], { to: 'entregada', payments: [{ means: 'plin', amount: 100 }] });
    await dispatch.close([id('failed')], { to: 'no_entregada', reason: 'ausente' });
  });
  afterAll(() => close());

  const nameOf = ({ id }: Order): string => [...named].find(([, each]) => each === id)?.[0] ?? id;
  const list = async (query: Record<string, string>) =>
    (await dispatch.ok('orders.list', { query })).orders.map(nameOf);
  const sorted = async (query: Record<string, string>) => (await list(query)).sort();

  it('shows the newest first', async () => {
    expect(await list({})).toEqual(['failed', 'delivered', 'tomorrow', 'now', 'two', 'soon', 'late']);
  });

  it('shows only those of the named orders that match the filter, in every sorting', async () => {
    const ids = ['late', 'delivered', 'soon'].map((name) => named.get(name)).join(',');
    for (const orden of ['vence', 'codigo', 'cliente'])
      expect(await sorted({ ids, orden })).toEqual(['delivered', 'late', 'soon']);
    expect(await list({ ids, marca: 'vencidas' })).toEqual(['late']);
    expect(await list({ ids, buscar: 'REF/77' })).toEqual(['delivered']);
    expect(await list({ ids: '999999' })).toEqual([]);
  });

  const FLAGS: Record<OrderFlag, string[]> = {
    sin_asignar: ['late', 'now', 'two'],
    vencidas: ['late'],
    por_vencer: ['now', 'soon'],
    no_entregadas: ['failed'],
    con_cobro: ['delivered', 'late'],
    con_nota: ['soon'],
    sin_evidencia: ['delivered'],
    por_ubicar: ['late', 'now', 'soon', 'tomorrow', 'two'],
  };
  const EVERYTHING = ['delivered', 'failed', 'late', 'now', 'soon', 'tomorrow', 'two'];

  it.each(ORDER_FLAG_CODES)('%s: can be included, excluded and counted', async (flag) => {
    expect(await sorted({ marca: flag })).toEqual(FLAGS[flag]);
    expect(await sorted({ no_marca: flag })).toEqual(EVERYTHING.filter((name) => !FLAGS[flag].includes(name)));
    expect((await dispatch.ok('orders.counts')).flags?.[flag]).toBe(FLAGS[flag].length);
    expect((await dispatch.ok('orders.counts', { query: { marca: flag } })).total).toBe(FLAGS[flag].length);
  });

  it('counts chips within the filter', async () => {
    const { total, flags } = await dispatch.ok('orders.counts', { query: { marca: 'sin_asignar' } });
    expect([total, flags?.vencidas, flags?.con_cobro, flags?.con_nota]).toEqual([3, 1, 1, 0]);
  });

  it('counts by state in one query, and the sum equals the list', async () => {
    const none = {
      pendiente: 0,
      asignada: 0,
      en_ruta: 0,
      entregada: 0,
      no_entregada: 0,
      en_devolucion: 0,
      devuelta: 0,
      anulada: 0,
    };
    expect(await dispatch.ok('orders.states')).toEqual({
      total: 7,
      states: { ...none, pendiente: 3, asignada: 2, entregada: 1, no_entregada: 1 },
    });
    const today = { desde: '2026-11-20', hasta: '2026-11-20' };
    expect(await dispatch.ok('orders.states', { query: today })).toEqual({
      total: 4,
      states: { ...none, pendiente: 3, asignada: 1 },
    });
    expect(await dispatch.ok('orders.states', { query: { buscar: 'nadie' } })).toEqual({ total: 0, states: none });
  });

  it('includes and excludes states, couriers, districts, clients and days', async () => {
    const cases: [Record<string, string>, string[]][] = [
      [{ estado: 'asignada,entregada' }, ['delivered', 'soon', 'tomorrow']],
      [{ no_estado: 'pendiente,asignada' }, ['delivered', 'failed']],
      [{ repartidor: pedro }, ['delivered', 'failed', 'soon']],
      [{ repartidor: `${pedro},${sara}`, no_estado: 'entregada' }, ['failed', 'soon', 'tomorrow']],
      // An unassigned order is not assigned to Pedro either.
      [{ no_repartidor: pedro }, ['late', 'now', 'tomorrow', 'two']],
      [{ distrito: '150101' }, ['tomorrow']],
      [{ no_distrito: '150122' }, ['tomorrow']],
      [{ cliente: 'c2' }, ['now']],
      [{ no_cliente: 'c1' }, ['now']],
      [{ desde: '2026-11-19', hasta: '2026-11-19' }, ['delivered']],
      [{ desde: '2026-11-21' }, ['tomorrow']],
      [{ hasta: '2026-11-18' }, ['failed']],
      [{ marca: 'con_cobro,vencidas' }, ['late']],
      [{ marca: 'con_cobro', no_marca: 'sin_evidencia' }, ['late']],
    ];
    for (const [query, names] of cases) expect(await sorted(query), JSON.stringify(query)).toEqual(names);
  });

  it('searches code, recipient, telephone, address, reference and guide', async () => {
    const cases: [string, string[]][] = [
      ['D0000005', ['tomorrow']],
      ['d0000005', ['tomorrow']],
      ['inigo nahui', ['two']],
      ['ÑAHUI   íñi', ['two']],
      ['987111222', ['two']],
      ['987 111 222', ['two']],
      ['+987-111-222', ['two']],
      ['optica', ['now']],
      ['100%', ['now']],
      ['0%', ['now']],
      ['12_A', ['tomorrow']],
      ['2_3', []],
      ['%', ['now']],
      ['_', ['tomorrow']],
      ['ref/77', ['delivered']],
      ['t001', ['tomorrow']],
      ["'; drop table orders; --", []],
      ['\\', []],
      ['cusco larco', []],
      ['larco 345', EVERYTHING.filter((name) => name !== 'tomorrow')],
    ];
    for (const [buscar, names] of cases) expect(await sorted({ buscar }), buscar).toEqual(names);
  });

  it('finds an order by its new text and not by the old one', async () => {
    const order = await dispatch.createOrder({ recipient: { name: 'Zoila Vaca', phone: null } });
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 1, changes: { recipient: { name: 'Zoila Baca', phone: null } } },
    });
    expect(await list({ buscar: 'baca' })).toEqual([order.id]);
    expect(await list({ buscar: 'vaca' })).toEqual([]);
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: order.id, version: 2 }] },
    });
  });

  it.each(['codigo', '-codigo', 'vence', '-vence', 'destinatario', '-destinatario', 'cliente', '-cliente'])(
    'pages through all by %s, each once',
    async (orden) => {
      const whole = (await dispatch.ok('orders.list', { query: { orden } })).orders;
      expect(whole).toHaveLength(8);
      const seen: Order[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; cursor !== null; page++) {
        expect(page).toBeLessThan(5);
        const query: Record<string, string> = { orden, limite: '2', ...(cursor !== undefined && { cursor }) };
        const answer = await dispatch.ok('orders.list', { query });
        seen.push(...answer.orders);
        cursor = answer.next;
      }
      expect(seen).toEqual(whole);
      const keys = whole.map((order) => {
        const by = {
          codigo: order.code,
          vence: order.dueAt,
          destinatario: order.recipient.name,
          cliente: order.client.name,
        };
        return by[orden.replace('-', '') as keyof typeof by];
      });
      expect(keys).toEqual(orden.startsWith('-') ? keys.toSorted().reverse() : keys.toSorted());
    },
  );

  it('shows the orders of the map as in the list by due time, with whole metres', async () => {
    const { orders } = await dispatch.ok('orders.list', { query: { orden: 'vence', repartidor: pedro } });
    const map = await dispatch.ok('orders.map', { query: { repartidor: pedro } });
    expect(orders.length).toBeGreaterThan(1);
    const { couriers, next, ...columns } = map;
    expect([couriers, next]).toEqual([[{ id: pedro, name: orders[0]?.courier?.name }], null]);
    expect(columns).toEqual({
      ...Object.fromEntries(
        (
          [
            'id',
            'code',
            'version',
            'state',
            'date',
            'window',
            'dueAt',
            'weightGrams',
            'sequence',
            'sequenceDay',
          ] as const
        ).map((field) => [field, orders.map((order) => order[field])]),
      ),
      sequenceDay: orders.map(({ sequenceDay = null }) => sequenceDay),
      recipient: orders.map(({ recipient }) => recipient.name),
      courierId: orders.map(() => pedro),
      ubigeo: orders.map(({ place }) => place.ubigeo),
      approximate: orders.map(({ place }) => place.approximate),
      radius: orders.map(({ place }) => place.exactness?.radius),
      lat: orders.map(({ place }) => Number(place.lat.toFixed(5))),
      lng: orders.map(({ place }) => Number(place.lng.toFixed(5))),
    });
  });

  it('rejects a cursor of another list', async () => {
    const { next } = await dispatch.ok('orders.list', { query: { limite: '1' } });
    const cursor = next ?? '';
    expect((await dispatch.call('orders.list', { query: { cursor } })).status).toBe(200);
    for (const query of [
      { cursor, orden: 'vence' },
      { cursor: 'abc' },
      { cursor: Buffer.from('["-codigo",7,8]').toString('base64url') },
      { cursor: Buffer.from('["vence","soon",8]').toString('base64url'), orden: 'vence' },
      { limite: '201' },
      { limite: '0' },
      { estado: 'perdida' },
      { orden: 'version' },
      { companyId: 'sur' },
    ])
      expect((await dispatch.call('orders.list', { query })).status, JSON.stringify(query)).toBe(400);
  });

  it('finds orders by their district, its abbreviations and zones', async () => {
    const at = async (ubigeo: string, name: string): Promise<[string, string]> => {
      const place = { ...orderInput().place, address: 'Calle Uno', ubigeo };
      return [name, (await dispatch.createOrder({ place, recipient: { name, phone: null } })).id];
    };
    const made = [await at('150132', 'Rosa Sjölund'), await at('150118', 'Rosa Paz'), await at('070104', 'Rosa Luz')];
    const names = new Map(made.map(([name, id]) => [id, name]));
    const cases: [string, string[]][] = [
      ['la perla', ['Rosa Luz']],
      ['sjl', ['Rosa Sjölund']],
      ['S.J.L.', ['Rosa Sjölund']],
      ['rosa chosica', ['Rosa Paz']],
      ['lurigancho chosica', ['Rosa Paz']],
      ['S. J. de Lurigancho', ['Rosa Sjölund']],
      ['rosa lurigancho', ['Rosa Paz', 'Rosa Sjölund']],
      ['rosa huaycan', []],
    ];
    for (const [buscar, expected] of cases)
      expect((await list({ buscar })).map((id) => names.get(id)).sort(), buscar).toEqual(expected);
    await dispatch.ok('orders.edit', {
      id: made[2]?.[1] ?? '',
      body: { version: 1, changes: { place: { ...orderInput().place, ubigeo: '070102' } } },
    });
    expect(await list({ buscar: 'la perla' })).toEqual([]);
    expect((await list({ buscar: 'bellavista' })).map((id) => names.get(id))).toEqual(['Rosa Luz']);
    const orders = made.map(([name, id]) => ({ id, version: name === 'Rosa Luz' ? 2 : 1 }));
    await dispatch.ok('assignments.cancel', { as: 'chief', body: { why: 'x', orders } });
  });
});
