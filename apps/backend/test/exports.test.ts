import { type OrderFilterQuery } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS } from '#orders/exports/export-columns.ts';
import { orderInput, type Worker } from './dispatch-world.ts';
import { fileOf } from './file-of.ts';
import { useDesk } from './use-desk.ts';
import { csvCells, xlsxCells } from './read-table.ts';

const HEADERS = EXPORT_COLUMNS.map(({ header }) => header);

describe('exporting orders', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;

  const prepare = (format: 'csv' | 'xlsx', filter: OrderFilterQuery, as: Worker = 'ana') =>
    dispatch.ok('exports.prepare', { as, body: { format, filter } });
  const redeem = (ticket: string, sent: { as?: Worker; office?: string } = {}) =>
    fileOf(dispatch, 'exports.download', { ...sent, query: { ticket } });

  /** The rows of a file, by column name. */
  function byHeader([header = [], ...rows]: string[][]): Record<string, string>[] {
    expect(header).toEqual(HEADERS);
    return rows.map((row) => Object.fromEntries(header.map((name, place) => [name, row[place] ?? ''])));
  }
  const csvOf = (bytes: Buffer) => byHeader(csvCells(bytes));

  async function world(): Promise<void> {
    const pedro = await dispatch.createCourier();
    const one = await dispatch.createOrder({
      collectDue: 4590,
      weightGrams: 2250,
      clientReference: 'P-1',
      note: 'Dos; "tres"\ny más'.replace('\n', ' '),
    });
    const two = await dispatch.createOrder({ collectDue: 100, window: { from: '09:00', to: '13:00' } });
    await dispatch.createOrder({ recipient: { name: '=HYPERLINK("http://x")', phone: '+34 600 100 200' } });
    await dispatch.createOrder({ client: { id: null, name: '@suma', phone: null }, priority: 'alta' });
    const refs = await dispatch.refs([one.id, two.id]);
    await dispatch.ok('assignments.assign', { body: { courierId: pedro, orders: refs } });
    await dispatch.state([one.id, two.id], { to: 'en_ruta' });
    await dispatch.close([one.id], {
      to: 'entregada',
      payments: [
        { means: 'efectivo', amount: 1000 },
        { means: 'yape', amount: 3000 },
      ],
      difference: 'Descuento acordado',
    });
    await dispatch.close([two.id], { to: 'no_entregada', reason: 'ausente' });
  }

  it('writes the rows of the list, with its totals, as a CSV for spreadsheets', async () => {
    await world();
    const { ticket, fileName, orders, expiresAt } = await prepare('csv', { buscar: 'larco' });
    expect([fileName, orders, expiresAt]).toEqual(['ordenes-N1-2026-11-20.csv', 4, '2026-11-20T15:01:00.000Z']);
    const file = await redeem(ticket);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ordenes-N1-2026-11-20.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(file.bytes.toString('utf8').split('\r\n')[0]).toBe(`\ufeff${HEADERS.join(';')}`);
    const rows = csvOf(file.bytes);
    const listed = (await dispatch.ok('orders.list', { query: { buscar: 'larco', orden: 'codigo' } })).orders;
    expect(rows.map((row) => row['Código'])).toEqual(listed.map(({ code }) => code));
    const sum = (values: (number | null | undefined)[]) =>
      values.reduce<number>((total, each) => total + (each ?? 0), 0);
    const column = (name: string) => rows.map((row) => Math.round(Number(row[name]) * 100));
    expect(sum(column('Cobro (S/)'))).toBe(sum(listed.map(({ collect }) => collect?.due)));
    expect(sum(column('Cobrado (S/)'))).toBe(4000);
    expect(rows[0]).toMatchObject({
      Estado: 'Entregada',
      Cliente: 'Bodega Ñandú',
      'Referencia del cliente': 'P-1',
      Teléfono: '987 654 321',
      Distrito: 'Miraflores',
      Fecha: '2026-11-20',
      'Peso (kg)': '2.25',
      Repartidor: 'Pedro Rojas',
      'Cobro (S/)': '45.90',
      'Cobrado (S/)': '40.00',
      'Medio de pago': 'Efectivo + Yape',
      'Efectivo (S/)': '10.00',
      'Yape (S/)': '30.00',
      'Plin (S/)': '',
      Diferencia: 'Descuento acordado',
      'Hora de visita': '2026-11-20 10:00',
      Nota: 'Dos; "tres" y más',
      Creada: '2026-11-20 10:00',
      'Cambiada por': 'Doña ana',
    });
    expect(rows[1]).toMatchObject({
      Estado: 'No entregada',
      Motivo: 'Destinatario ausente',
      Desde: '09:00',
      Hasta: '13:00',
    });
    // No user text becomes a formula.
    expect(rows[2]).toMatchObject({ Destinatario: `'=HYPERLINK("http://x")`, Teléfono: '0034 600 100 200' });
    expect(rows[3]).toMatchObject({ Cliente: `'@suma`, Prioridad: 'Alta' });
  });

  it('writes the same as a workbook with typed numbers and dates', async () => {
    await world();
    const csv = csvOf((await redeem((await prepare('csv', { buscar: 'larco' })).ticket)).bytes);
    const prepared = await prepare('xlsx', { buscar: 'larco' });
    const file = await redeem(prepared.ticket);
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="ordenes-N1-2026-11-20.xlsx"',
    });
    const rows = byHeader(xlsxCells(file.bytes));
    // Dates and amounts are typed, and text has no apostrophe.
    const typed = (cell: string, header: string) =>
      header.endsWith(' (S/)') && cell !== '' ? String(Number(cell)) : cell;
    const same = csv.map((row) => ({
      ...Object.fromEntries(Object.entries(row).map(([header, cell]) => [header, typed(cell, header)])),
      Fecha: '2026-11-20',
    }));
    Object.assign(same[2] ?? {}, { Destinatario: '=HYPERLINK("http://x")' });
    Object.assign(same[3] ?? {}, { Cliente: '@suma' });
    expect(rows).toEqual(same);
  });

  it('pages through a large result in list order, each order once', { timeout: 120_000 }, async () => {
    const line = (index: number) => `Bodega;R${String(index)};Av. Grau ${String(index)};Barranco;21/11/2026`;
    const text = [
      'cliente;destinatario;direccion;distrito;fecha',
      ...Array.from({ length: 1200 }, (_, index) => line(index)),
    ].join('\n');
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file: text });
    const id = seen.readable ? seen.id : '';
    await dispatch.ok('imports.clients', { id, body: { clients: [], keepOthers: true } });
    await dispatch.ok('imports.commit', { id, body: { orders: 1200 } });
    const { ticket, orders } = await dispatch.ok('exports.prepare', {
      as: 'chief',
      body: { format: 'csv', filter: { buscar: 'grau' }, sort: '-destinatario' },
    });
    expect(orders).toBe(1200);
    const names = csvOf((await redeem(ticket, { as: 'chief' })).bytes).map((row) => row['Destinatario'] ?? '');
    expect(names).toHaveLength(1200);
    expect(new Set(names).size).toBe(1200);
    expect(names).toEqual(names.toSorted().reverse());
  });

  it('issues a ticket for one use, a minute, one person and one office', async () => {
    await dispatch.createOrder();
    const filter = { buscar: 'larco' };
    const { ticket } = await prepare('csv', filter);
    for (const sent of [{ as: 'luis' }, { as: 'neighbour' }, { as: 'chief', office: 'N2' }] as const)
      expect((await redeem(ticket, sent)).status).toBe(404);
    expect((await redeem(`${ticket.slice(0, -1)}_`)).status).toBe(404);
    expect((await redeem(ticket)).status).toBe(200);
    expect((await redeem(ticket)).status).toBe(404);
    const own = await prepare('csv', filter, 'chief');
    expect((await redeem(own.ticket, { as: 'chief', office: 'N2' })).status).toBe(404);
    expect((await redeem(own.ticket, { as: 'chief' })).status).toBe(200);
    const late = await prepare('csv', filter);
    const other = await prepare('csv', filter);
    clock.move(60_000);
    expect((await redeem(other.ticket)).status).toBe(200);
    clock.move(1);
    expect((await redeem(late.ticket)).status).toBe(404);
    // An unredeemed ticket is deleted too.
    await prepare('csv', filter);
    expect(await desk.db.selectFrom('export_tickets').select('ticket_hash').execute()).toHaveLength(1);
    expect(JSON.stringify(await desk.db.selectFrom('export_tickets').selectAll().execute())).not.toContain(ticket);
  });

  it('requires charge S for a full export', async () => {
    await dispatch.createOrder();
    const ask = (as: Worker, filter: OrderFilterQuery) =>
      dispatch.call('exports.prepare', { as, body: { format: 'csv', filter } });
    for (const filter of [{}, { buscar: '' }]) {
      expect(await ask('ana', filter)).toMatchObject({
        status: 403,
        body: { message: 'Solo el cargo S puede hacer esto' },
      });
      expect((await ask('chief', filter)).status).toBe(200);
    }
    // Days alone count as a filter up to a month.
    expect((await ask('ana', { desde: '2026-11-01' })).status).toBe(403);
    expect((await ask('ana', { desde: '2026-11-01', hasta: '2026-12-02' })).status).toBe(403);
    expect((await ask('ana', { desde: '2026-11-01', hasta: '2026-12-01' })).status).toBe(200);
    // A filter that matches nearly everything requires charge S too.
    let series = 0;
    const copies = (count: number, state = 'pendiente') =>
      sql`
        with one as (select * from orders limit 1), details as (
          insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
            approximate, date, packages, weight_grams, priority, created_at)
          select company_id, office_id, code || '-' || ${(series += 1)}::text || '-' || n, client_name, recipient, address,
            ubigeo, lat, lng, approximate, date, packages, weight_grams, priority, created_at
          from one, generate_series(1, ${count}::integer) as n
          returning id
        )
        insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user,
          changed_what)
        select office_id, details.id, ${state}, due_at, changed_at, changed_username, changed_user, changed_what
        from one, details`.execute(desk.db);
    const open = { no_estado: 'anulada' };
    await copies(199);
    expect((await ask('ana', open)).body).toMatchObject({ orders: 200 });
    await copies(1);
    expect((await ask('ana', open)).status).toBe(403);
    // Exactly half is allowed.
    await copies(201, 'anulada');
    expect((await ask('ana', open)).body).toMatchObject({ orders: 201 });
    // Without statistics, PostgreSQL compares each copy with all orders.
    const analyze = () => sql`analyze`.execute(desk.db);
    await analyze();
    await copies(12_000, 'anulada');
    await analyze();
    await copies(9799);
    expect((await ask('ana', open)).body).toMatchObject({ orders: 10_000 });
    await copies(1);
    expect((await ask('ana', open)).status).toBe(403);
    expect((await ask('chief', open)).body).toMatchObject({ orders: 10_001 });
  });

  describe('a daily limit of five orders per person', () => {
    const ask = (as: Worker, filter: OrderFilterQuery = { buscar: 'larco' }) =>
      dispatch.call('exports.prepare', { as, body: { format: 'csv', filter } });
    beforeEach(() => {
      desk.services.config.exportOrdersPerDay = 5;
    });
    const counted = async () =>
      (await desk.db.selectFrom('export_days').select(['person', 'day', 'orders']).orderBy('person').execute()).map(
        ({ person, day, orders }) => `${person} ${day} ${orders}`,
      );

    it("counts each person's exports until the office's midnight, even with charge S", async () => {
      const [first] = await dispatch.createOrders(3);
      expect((await redeem((await prepare('csv', { buscar: 'larco' })).ticket)).status).toBe(200);
      expect(await ask('ana')).toMatchObject({
        status: 422,
        body: {
          message:
            'Cada persona puede exportar 5 órdenes por día. Hoy le quedan 2 y esta descarga tiene 3. Reduzca más la búsqueda, ' +
            'o espere a las 00:00 del sábado 21 de noviembre: tendrá otra vez 5.',
        },
      });
      expect((await ask('ana', { buscar: first?.code ?? '' })).status).toBe(200);
      for (const as of ['luis', 'chief'] as const)
        expect([(await ask(as)).status, (await ask(as)).status]).toEqual([200, 422]);
      expect(await counted()).toEqual(['N1/ana 2026-11-20 4', 'N1/chief 2026-11-20 3', 'N1/luis 2026-11-20 3']);
      // It is 10:00 in Lima.
      clock.move(14 * 3_600_000 - 1);
      expect((await ask('chief', { buscar: 'larco' })).status).toBe(200);
      expect((await ask('chief', { buscar: 'larco' })).status).toBe(422);
      clock.move(1);
      expect((await ask('chief', { buscar: 'larco' })).status).toBe(200);
    });

    it('does not suggest waiting if a whole day would not suffice', async () => {
      await dispatch.createOrders(6);
      const message =
        'Cada persona puede exportar 5 órdenes por día. Hoy le quedan 5 y esta descarga tiene 6. Reduzca más la búsqueda.';
      expect(await ask('chief')).toMatchObject({ status: 422, body: { message } });
      expect(await counted()).toEqual([]);
    });

    it('no longer counts an unused expired ticket', async () => {
      await dispatch.createOrders(3);
      const { ticket } = await prepare('csv', { buscar: 'larco' });
      expect((await ask('ana')).status).toBe(422);
      clock.move(60_001);
      expect((await redeem(ticket)).status).toBe(404);
      expect((await ask('ana')).status).toBe(200);
      expect(await counted()).toEqual(['N1/ana 2026-11-20 3']);
    });

    it('counts orders that match the filter now, and aborts a download over the limit', async () => {
      await dispatch.createOrders(2);
      const early = await prepare('csv', { buscar: 'larco' });
      await dispatch.createOrders(2);
      expect(csvOf((await redeem(early.ticket)).bytes)).toHaveLength(4);
      expect(await counted()).toEqual(['N1/ana 2026-11-20 4']);
      const { ticket, orders } = await prepare('csv', { buscar: 'zoila' });
      expect(orders).toBe(0);
      for (let index = 0; index < 2; index++) await dispatch.createOrder({ recipient: { name: 'Zoila', phone: null } });
      await expect(redeem(ticket)).rejects.toThrow();
    });
  });

  it('aborts a download when reading rows fails, so that it looks incomplete', async () => {
    await dispatch.createOrder();
    const { ticket } = await prepare('csv', { buscar: 'larco' });
    await desk.db.schema.alterTable('orders').renameColumn('company_id', 'gone').execute();
    try {
      await expect(redeem(ticket)).rejects.toThrow();
    } finally {
      await desk.db.schema.alterTable('orders').renameColumn('gone', 'company_id').execute();
    }
    const { ticket: next } = await prepare('csv', { buscar: 'larco' });
    expect((await redeem(next)).status).toBe(200);
  });

  it('exports only orders of the office', async () => {
    await dispatch.createOrder({}, 'neighbour');
    await dispatch.createOrder(orderInput({ recipient: { name: 'Mía', phone: null } }));
    const rows = csvOf((await redeem((await prepare('csv', { buscar: 'larco' })).ticket)).bytes);
    expect(rows.map((row) => row['Destinatario'])).toEqual(['Mía']);
  });
});
