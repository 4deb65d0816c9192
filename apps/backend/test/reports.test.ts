import { type Report, type ReportPeriod, reportSpans } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { readPunctuality } from '#insight/figures/read-figures.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { exportReport } from '#insight/reports/export-report.ts';
import { readClientSheet } from '#insight/reports/read-client-sheet.ts';
import { type AskedReport, readReport } from '#insight/reports/read-report.ts';
import { assertionOf } from './assertions.ts';
import { courierInput, dispatcherOf, orderInput, workerClaims } from './dispatch-world.ts';
import request from './request.ts';
import { useDesk } from './use-desk.ts';

const TODAY = '2026-11-20';
const ALL = ['D01', 'D02', 'D03', 'D05'];
const NEVER = new AbortController().signal;
const ana = dispatcherOf('ana');

describe('Informes', () => {
  const desk = useDesk();
  let courier: string | undefined;
  beforeEach(() => {
    courier = undefined;
  });

  const read = (asked: Partial<AskedReport> = {}): Promise<Report> =>
    readReport(desk.services, ana, {
      group: 'cliente',
      period: 'mes',
      day: TODAY,
      modules: ALL,
      signal: NEVER,
      ...asked,
    });

  /** An order of a day, as its visit left it. */
  async function closed(
    date: string,
    {
      state = 'entregada',
      client = 'c1',
      reason = null as string | null,
      due = null as number | null,
      paid = 0,
      at = '15:00',
    } = {},
  ): Promise<string> {
    const input = orderInput({ date, window: { from: '09:00', to: '11:00' }, collectDue: due });
    const { id } = await createOrder(desk.services, ana, randomUUID(), input);
    const isVisited = state !== 'pendiente' && state !== 'anulada';
    courier ??= (await createCourier(desk.services, ana, randomUUID(), courierInput())).id;
    await sql`
      update order_progress set state = ${state}, courier_id = ${isVisited ? Number(courier) : null}::bigint,
        closed_at = ${isVisited ? new Date(`${date}T${at}:00Z`) : null}::timestamptz, visit_day = ${isVisited ? date : null},
        reason = ${reason}, payments = ${JSON.stringify(paid === 0 ? [] : [{ means: 'yape', amount: paid }])}::jsonb
      where order_id = ${Number(id)}`.execute(desk.db);
    await sql`update order_details set client_id = ${client}, client_name = ${`Tienda ${client}`} where id = ${Number(id)}`.execute(
      desk.db,
    );
    return id;
  }

  it('counts the promises of a month that ended long ago', async () => {
    await closed('2026-08-03');
    await closed('2026-08-31', { at: '20:00' });
    expect((await read({ day: '2026-08-15' })).figures).toMatchObject({ orders: 2, met: 1, promised: 2 });
  });

  it('adds up a month by client, with reasons, punctuality, money and the same days of the month before', async () => {
    await closed('2026-10-02', { client: 'c1' });
    await closed('2026-10-30', { client: 'c1' });
    await closed('2026-11-02', { due: 5000, paid: 5000 });
    await closed('2026-11-02', { due: 1000, paid: 900, at: '20:00' });
    await closed(TODAY, { state: 'no_entregada', reason: 'ausente', due: 700 });
    await closed(TODAY, { state: 'anulada', due: 900 });
    await closed(TODAY, { client: 'c2' });
    // After today: not part of the month so far.
    await closed('2026-11-25', { state: 'pendiente' });
    const report = await read();
    expect(report).toMatchObject({
      from: '2026-11-01',
      to: TODAY,
      since: '2026-10-02',
      figures: { orders: 4, delivered: 3, failed: 1, open: 0, met: 1, promised: 2, due: 6700, collected: 5900 },
      reasons: [{ value: 'ausente', orders: 1 }],
      // October has data from its second day on: nothing to compare the first with.
      before: { from: '2026-10-01', to: '2026-10-20', figures: null },
      others: null,
    });
  });

  it('shows what was counted, and never zero for days without data', async () => {
    await closed('2026-11-18');
    const report = await read({ period: 'semana' });
    expect(report.days.map(({ day, figures }) => [day.slice(8), figures?.orders])).toEqual([
      ['16', undefined],
      ['17', undefined],
      ['18', 1],
      ['19', 0],
      ['20', 0],
    ]);
    expect(report.figures?.orders).toBe(1);
    expect(await read({ day: '2026-09-10' })).toMatchObject({ figures: null, rows: [], before: { figures: null } });
    expect((await read({ day: '2026-09-10' })).days.every(({ figures }) => figures === null)).toBe(true);
  });

  it('compares with the same days before, for rows that were there before too', async () => {
    await closed('2026-11-09');
    await closed('2026-11-10', { client: 'c2' });
    await closed('2026-11-10', { client: 'c2' });
    await closed('2026-11-15', { client: 'c2' });
    await closed('2026-11-16', { client: 'c1' });
    await closed(TODAY, { client: 'c3' });
    const { before, rows } = await read({ period: 'semana' });
    // Today is a Friday: the Sunday of the week before does not count.
    expect(before).toMatchObject({ from: '2026-11-09', to: '2026-11-13', figures: { orders: 3 } });
    expect(rows.map(({ id, name, figures, before: then }) => [id, name, figures.orders, then?.orders])).toEqual([
      ['c1', 'Tienda c1', 1, 1],
      ['c3', 'Tienda c3', 1, 0],
    ]);
  });

  it('has the punctuality of «Hoy»', async () => {
    await closed(TODAY);
    await closed(TODAY, { at: '20:00' });
    desk.clock.move(5 * 3_600_000);
    const { met, due } = await readPunctuality(desk.services, ana);
    expect([met, due]).toEqual([1, 2]);
    expect((await read({ period: 'dia' })).figures).toMatchObject({ met, promised: due });
  });

  it.each([
    ['distrito', ['D01'], ['orders', 'delivered', 'failed', 'open'], true],
    ['distrito', ['D02'], ['met', 'promised'], false],
    ['repartidor', ['D03'], ['orders', 'delivered', 'failed', 'open'], false],
    ['cliente', ['D05'], ['orders', 'delivered', 'failed', 'open', 'due', 'collected'], true],
    [
      'repartidor',
      ['D03', 'D05', 'D02'],
      ['orders', 'delivered', 'failed', 'open', 'met', 'promised', 'due', 'collected'],
      true,
    ],
  ] as const)('by %s with %j shows only %j', async (group, modules, shown, hasReasons) => {
    await closed('2026-11-18', { state: 'no_entregada', reason: 'ausente', due: 777 });
    const report = await read({ group, modules, period: 'semana' });
    const figures = [
      report.figures,
      report.rows[0]?.figures,
      report.rows[0]?.before,
      report.before.figures,
      ...report.days.map((each) => each.figures),
    ];
    for (const each of figures.filter((known) => known !== null && known !== undefined))
      expect(Object.entries(each).flatMap(([name, value]) => (value === null ? [] : name))).toEqual(shown);
    expect([report.reasons !== null, report.rows[0]?.reasons !== null]).toEqual([hasReasons, hasReasons]);
    // The file has the columns of the parts that are shown.
    const file = await exportReport(desk.services, ana, {
      group,
      modules,
      period: 'semana',
      day: TODAY,
      format: 'csv',
      signal: NEVER,
    });
    const text = [...(file.content as string[])].join('');
    expect([text.includes('Cobrado'), text.includes('Puntualidad'), text.includes('Entregadas')]).toEqual([
      modules.some((each) => each === 'D05'),
      modules.some((each) => each === 'D02'),
      shown.some((each) => each === 'orders'),
    ]);
    if (!modules.some((each) => each === 'D05')) expect(text + JSON.stringify(report)).not.toMatch(/777|7\.77/);
  });

  it('exports the rows and their sum, in which no name is a formula', async () => {
    await closed('2026-11-02', { due: 5050, paid: 5050 });
    const id = await closed('2026-11-02', { state: 'no_entregada', reason: 'ausente', client: 'c2' });
    await sql`update order_details set client_name = '=1+1' where id = ${Number(id)}`.execute(desk.db);
    const answer = await desk.dispatch.download('reports.clientsFile', {
      query: { periodo: 'mes', dia: TODAY, formato: 'csv' },
    });
    const [head, ...lines] = (answer.body as Buffer).toString().trim().split('\r\n');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="informe-clientes-N1-2026-11-01-a-2026-11-20.csv"',
    );
    expect(head).toMatch(/Cliente;Órdenes;Entregadas;No entregadas;Sin cerrar;/);
    expect(lines).toEqual([
      expect.stringMatching(/^'=1\+1;1;0;1;0;.*ausente 1;0\.00;0\.00;/i),
      expect.stringMatching(/^Tienda c1;1;1;0;0;.*;50\.50;50\.50;/),
      expect.stringMatching(/^Total;2;1;1;0;.*ausente 1;50\.50;50\.50;/i),
    ]);
    const workbook = await desk.dispatch.download('reports.clientsFile', {
      query: { periodo: 'mes', dia: TODAY, formato: 'xlsx' },
    });
    expect((workbook.body as Buffer).subarray(0, 2).toString()).toBe('PK');
  });

  it('adds up the rows beyond the last one', async () => {
    await closed('2026-11-18', { client: 'c1' });
    await closed('2026-11-18', { client: 'c1' });
    await closed('2026-11-18', { client: 'c2' });
    await closed('2026-11-18', { client: 'c3', state: 'no_entregada' });
    const { rows, others, figures } = await read({ period: 'dia', day: '2026-11-18', most: 1 });
    expect(rows.map(({ id }) => id)).toEqual(['c1']);
    expect(others).toMatchObject({ rows: 2, figures: { orders: 2, delivered: 1, failed: 1 } });
    expect(figures?.orders).toBe(4);
  });

  it("lists a client's failed orders of the month without their recipients", async () => {
    await closed('2026-11-03');
    await closed('2026-11-04', { state: 'no_entregada', reason: 'ausente' });
    await closed('2026-11-05', { state: 'devuelta' });
    await closed('2026-11-04', { state: 'no_entregada', reason: 'ausente', client: 'c2' });
    const sheet = await readClientSheet(desk.services, ana, {
      client: 'c1',
      day: TODAY,
      modules: ['D05'],
      signal: NEVER,
    });
    expect(sheet).toMatchObject({
      client: { id: 'c1', name: 'Tienda c1' },
      figures: { orders: 3, delivered: 1, failed: 2, promised: null },
      reasons: [{ orders: 1 }, { orders: 1 }],
      failures: [
        { day: '2026-11-04', district: 'Miraflores', state: 'no_entregada' },
        { day: '2026-11-05', reason: 'Sin motivo', state: 'devuelta' },
      ],
    });
    expect(JSON.stringify(sheet)).not.toMatch(/José Peña|Larco|987 654 321/);
    const nobody = { client: 'c9', day: TODAY, modules: ['D05'], signal: NEVER };
    expect(await readClientSheet(desk.services, ana, nobody)).toMatchObject({ client: { name: null }, failures: [] });
  });

  it('stops between two days when the client leaves, and refuses reports over the CPU limit', async () => {
    await closed('2026-11-02');
    const gone = new AbortController();
    gone.abort();
    await expect(read({ signal: gone.signal })).rejects.toThrow();
    desk.services.reportTime.spend('norte N1/ana', 6 * 60_000, desk.clock());
    await expect(read()).rejects.toThrow('Pidió muchos informes grandes');
    await expect(readReport(desk.services, dispatcherOf('luis'), { ...ASKED, signal: NEVER })).resolves.toBeTruthy();
  });

  it('shows rows only with their module, in the own office', async () => {
    const paths = { clients: ['D05'], couriers: ['D03'], districts: ['D01', 'D02'], sheet: ['D05'] };
    for (const has of ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'U01']) {
      const token = await assertionOf({ ...workerClaims('ana'), modules: [has] });
      for (const [path, needs] of Object.entries(paths)) {
        const ask = (officeId: string) =>
          request(desk.app)
            .get(`/operations/reports/${path}`)
            .query({ officeId, dia: TODAY, ...(path === 'sheet' ? { cliente: 'c1' } : { periodo: 'dia' }) })
            .set('Authorization', `Bearer ${token}`);
        expect([has, path, (await ask('N1')).status]).toEqual([has, path, needs.includes(has) ? 200 : 403]);
        if (needs.includes(has)) expect([has, path, (await ask('N2')).status]).toEqual([has, path, 404]);
      }
    }
  });
});

const ASKED = { group: 'cliente', period: 'mes', day: TODAY, modules: ALL } as const;

describe('the days of a report', () => {
  it.each<[ReportPeriod, string, object]>([
    ['dia', '2026-11-20', { now: ['2026-11-20', '2026-11-20'], before: ['2026-11-19', '2026-11-19'] }],
    ['semana', '2026-11-15', { now: ['2026-11-09', '2026-11-15'], before: ['2026-11-02', '2026-11-08'] }],
    // So far: as many days of the week before.
    ['semana', '2026-11-20', { now: ['2026-11-16', '2026-11-20'], before: ['2026-11-09', '2026-11-13'] }],
    ['mes', '2026-11-01', { now: ['2026-11-01', '2026-11-20'], before: ['2026-10-01', '2026-10-20'] }],
    ['mes', '2026-03-31', { now: ['2026-03-01', '2026-03-31'], before: ['2026-02-01', '2026-02-28'] }],
    ['mes', '2027-04-01', { now: ['2026-11-01', '2026-11-20'], before: ['2026-10-01', '2026-10-20'] }],
  ])('of the %s with %s end today, and so do those before', (period, day, expected) => {
    const { now, before } = reportSpans(period, day, TODAY);
    expect({ now: [now.from, now.to], before: [before.from, before.to] }).toEqual(expected);
  });
});
