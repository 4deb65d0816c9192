import {
  type ImportPreview,
  type ImportReceipt,
  MAX_IMPORT_BYTES,
  type OrderPreview,
  XLSX_MEDIA_TYPE,
} from '@despacho/contracts/dispatch';
import { type KyselyPlugin } from 'kysely';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SheetCell, type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { brokenLines } from '#work/imports/broken-lines.ts';
import { findDoubtful } from '#work/imports/find-doubtful.ts';
import { findLines } from '#work/imports/imports-repository.ts';
import { personKey } from '#platform/dispatch/dispatcher.ts';
import { type Services } from '#edge/services.ts';
import { assertionOf } from './assertions.ts';
import { dispatcherOf, orderInput, type Worker, workerClaims } from './dispatch-world.ts';
import { fileOf } from './file-of.ts';
import { bomb } from './hostile-workbooks.ts';
import { useThread } from './parse-in-thread.ts';
import request from './request.ts';
import { createTestApp } from './test-services.ts';
import { useDesk } from './use-desk.ts';
import { csvCells, xlsxCells } from './read-table.ts';

const HEADER =
  'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha;Desde;Hasta;Peso (kg);Cobro (S/);Nota';
/** It is 2026-11-20 in Lima. */
const GOOD = 'C1;P-1;José Peña;987 654 321;Av. Larco 345;Miraflores;21/11/2026;09:00;13:00;2,5;45,90;Frágil';

type Readable = Extract<ImportPreview, { readable: true }>;

describe('importing orders', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;
  beforeEach(async () => {
    // The couriers' province decides which Miraflores is meant.
    await dispatch.createCourier({ zones: ['150122'] });
  });

  const ask = (content: string | Buffer, as: Worker = 'ana', fileName = 'pedidos.csv') =>
    dispatch.ok('imports.preview', { as, query: { fileName }, file: content });
  async function preview(content: string | Buffer, as: Worker = 'ana'): Promise<Readable> {
    const answer = await ask(content, as);
    if (!answer.readable) throw new Error(`Not readable: ${answer.why}`);
    return answer;
  }
  const csv = (...lines: string[]): string => [HEADER, ...lines, ''].join('\r\n');
  const commit = (id: string, orders: number, key?: string, as: Worker = 'ana') =>
    dispatch.call('imports.commit', { as, id, body: { orders }, ...(key !== undefined && { key }) });
  const listed = async () => (await dispatch.ok('orders.list', { query: { orden: 'codigo' } })).orders;
  const brokenOf = (rows: OrderPreview[]) =>
    rows.flatMap((row) =>
      row.ok ? [] : row.errors.map(({ column, value, reason }) => [row.line, column, value, reason]),
    );

  it('previews every line without writing anything, and then imports exactly those lines', async () => {
    const seen = await preview(csv(GOOD, GOOD.replace('P-1', 'P-2').replace('C1', 'Bodega ñandu')));
    expect(seen).toMatchObject({ lines: 2, good: 2, broken: 0, imported: null, ignored: [] });
    expect(seen.rows[0]).toEqual({
      line: 2,
      rows: 1,
      ok: true,
      client: 'Bodega Ñandú',
      clientReference: 'P-1',
      recipient: 'José Peña',
      address: 'Av. Larco 345',
      ubigeo: '150122',
      date: '2026-11-21',
      window: { from: '09:00', to: '13:00' },
      collectDue: 4590,
      notes: [],
    });
    expect(await listed()).toEqual([]);
    const receipt = await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 2 } });
    expect(receipt).toMatchObject({ orders: 2, firstCode: 'D0000001', lastCode: 'D0000002' });
    const orders = await listed();
    expect(orders.map(({ code, clientReference }) => [code, clientReference])).toEqual([
      ['D0000001', 'P-1'],
      ['D0000002', 'P-2'],
    ]);
    expect(orders[0]).toMatchObject({
      state: 'pendiente',
      client: { id: 'c1', name: 'Bodega Ñandú' },
      recipient: { name: 'José Peña', phone: '987 654 321' },
      place: { address: 'Av. Larco 345', ubigeo: '150122', approximate: true },
      window: { from: '09:00', to: '13:00' },
      weightGrams: 2500,
      collect: { due: 4590 },
      note: 'Frágil',
    });
    const { timeline } = await dispatch.ok('orders.read', { id: orders[0]?.id ?? '' });
    expect(timeline.map(({ what, batch }) => [what, batch])).toEqual([['importada', receipt.batch]]);
    expect(await desk.db.selectFrom('import_lines').selectAll().execute()).toEqual([]);
    // They can be searched like any other order.
    expect((await dispatch.ok('orders.list', { query: { buscar: 'jose pena' } })).orders).toHaveLength(2);
  });

  it("reads a workbook's dates, times and numbers like those of a CSV", async () => {
    const sheet: SheetColumn[] = (
      [
        ['Cliente', 'text'],
        ['Referencia del cliente', 'whole'],
        ['Destinatario', 'text'],
        ['Teléfono', 'whole'],
        ['Dirección', 'text'],
        ['Distrito', 'text'],
        ['Fecha', 'date'],
        ['Desde', 'decimal'],
        ['Hasta', 'decimal'],
        ['Peso (kg)', 'decimal'],
        ['Cobro (S/)', 'money'],
        ['Nota', 'text'],
      ] as const
    ).map(([header, kind]) => ({ header, kind, width: 12 }));
    const rows: SheetCell[][] = [
      [
        'C1',
        1001,
        'José Peña',
        987654321,
        'Av. Larco 345',
        'Miraflores',
        '2026-11-21',
        0.375,
        13 / 24,
        2.5,
        45.9,
        'Frágil & caro',
      ],
      ['Botica', null, 'Ana "Nena" Díaz', 14445566, 'Jr. Uno; 1', 'Surco', '2027-02-28', null, null, 12, null, null],
      ['C1', 1003, 'Luz', 98765, 'Av. Larco 345', 'Miraflore', '2024-02-29', 0.5, 0.25, 1, -3, null],
      [
        'C1',
        1001,
        'José Peña',
        987654321,
        'Av. Larco 345',
        'Miraflores',
        '2026-11-21',
        0.375,
        13 / 24,
        2.5,
        45.9,
        null,
      ],
    ];
    const parts: Buffer[] = [];
    for await (const part of xlsxStream('Pedidos', sheet, rows)) parts.push(part);
    const book = Buffer.concat(parts);
    const text = csv(
      'C1;1001;José Peña;987654321;Av. Larco 345;Miraflores;21/11/2026;09:00;13:00;2,5;45,90;Frágil & caro',
      'Botica;;"Ana ""Nena"" Díaz";14445566;"Jr. Uno; 1";Surco;28/02/2027;;;12;;',
      'C1;1003;Luz;98765;Av. Larco 345;Miraflore;29/02/2024;12:00;06:00;1;-3;',
      'C1;1001;José Peña;987654321;Av. Larco 345;Miraflores;21/11/2026;09:00;13:00;2,5;45,90;',
    );
    const ofBook = await preview(book);
    const ofText = await preview(text);
    expect(ofBook).toMatchObject({ lines: 4, good: 2, broken: 2 });
    // Errors of dates and times quote the cell as it was read; all else is equal.
    const judged = ({ rows: lines }: Readable) =>
      lines.map((row) => (row.ok ? row : { ...row, errors: row.errors.map((error) => ({ ...error, value: '' })) }));
    expect(judged(ofBook)).toEqual(judged(ofText));
    expect(brokenOf(ofBook.rows).map(([line, column]) => [line, column])).toEqual([
      [4, 'phone'],
      [4, 'district'],
      [4, 'date'],
      [4, 'windowTo'],
      [4, 'collectDue'],
      [5, 'clientReference'],
    ]);

    await commit(ofBook.id, 2);
    const [first, second] = await listed();
    expect(first).toMatchObject({
      client: { id: 'c1' },
      clientReference: '1001',
      recipient: { name: 'José Peña', phone: '987654321' },
      date: '2026-11-21',
      window: { from: '09:00', to: '13:00' },
      weightGrams: 2500,
      collect: { due: 4590 },
      note: 'Frágil & caro',
    });
    expect(second).toMatchObject({
      client: { id: 'c2' },
      clientReference: null,
      recipient: { name: 'Ana "Nena" Díaz', phone: '14445566' },
      place: { address: 'Jr. Uno; 1' },
      date: '2027-02-28',
      window: null,
      weightGrams: 12_000,
      collect: null,
    });
    // The lines exist already, including those imported from the other file.
    expect(brokenOf((await preview(text)).rows)).toContainEqual([
      2,
      'clientReference',
      '1001',
      `Ese cliente ya tiene la orden ${first?.code ?? ''} con esa referencia`,
    ]);
  });

  it('filters list and counters by import', async () => {
    const batches: string[] = [];
    for (const names of [['P-1', 'P-2'], ['P-3']]) {
      const seen = await preview(csv(...names.map((name) => GOOD.replace('P-1', name))));
      const committed = await commit(seen.id, names.length);
      batches.push((committed.body as ImportReceipt).batch);
    }
    for (const [at, names] of [['P-1', 'P-2'], ['P-3']].entries()) {
      const query = { lote: batches[at] ?? '', orden: 'codigo' };
      const { orders } = await dispatch.ok('orders.list', { query });
      expect(orders.map(({ clientReference }) => clientReference)).toEqual(names);
      expect((await dispatch.ok('orders.counts', { query: { lote: query.lote } })).total).toBe(names.length);
    }
    const never = { lote: randomUUID() };
    expect((await dispatch.ok('orders.list', { query: never })).orders).toEqual([]);
    expect((await dispatch.ok('orders.counts', { query: never })).total).toBe(0);
  });

  it('reports column, value, error and remedy of each invalid line', async () => {
    const seen = await preview(
      csv(
        GOOD,
        ';P-2;;98765;;Miraflore;31/02/2026;9;;x;-3;',
        GOOD.replace('P-1', 'P-3').replace('09:00;13:00', '14:00;13:00'),
        '',
        GOOD.replace('P-1', 'P-4').replace('Miraflores', 'Wakanda'),
        GOOD.replace('P-1', 'P-5').replace('21/11/2026', '11/21/2026'),
        GOOD.replace('P-1', 'P-6').replace('Frágil', 'x'.repeat(501)),
      ),
    );
    expect(seen).toMatchObject({ lines: 6, good: 1, broken: 5 });
    expect(brokenOf(seen.rows)).toEqual([
      [3, 'client', '', 'Falta'],
      [3, 'recipient', '', 'Falta'],
      [3, 'phone', '98765', 'No es un teléfono'],
      [3, 'address', '', 'Falta'],
      [3, 'district', 'Miraflore', 'No se conoce ese distrito'],
      [4, 'windowTo', '13:00', 'El fin no es posterior al inicio'],
      [6, 'district', 'Wakanda', 'No se conoce ese distrito'],
      [7, 'date', '11/21/2026', 'El mes no existe'],
      [8, 'note', 'x'.repeat(80), 'Tiene más de 500 caracteres'],
    ]);
    expect((await commit(seen.id, 1)).status).toBe(200);
    expect((await listed()).map(({ clientReference }) => clientReference)).toEqual(['P-1']);
  });

  it('returns invalid lines as a file that can be corrected and uploaded', async () => {
    const first = await preview(
      csv(
        GOOD,
        GOOD.replace('P-1', 'P-2').replace('Miraflores', 'Miraflore'),
        GOOD.replace('P-1', 'P-3').replace('Av. Larco 345', '"=1+1; ""A"""').replace('45,90', 'gratis'),
      ),
    );
    const answer = await fileOf(dispatch, 'imports.broken', { id: first.id });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="lineas-con-errores-${first.id}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = csvCells(answer.bytes);
    expect(rows[0]).toEqual([...HEADER.split(';'), 'error']);
    expect(rows.map((row) => row.at(-1))).toEqual([
      'error',
      'Distrito: No se conoce ese distrito. ¿Quiso decir «Miraflores»?',
      'Cobro (S/): No es un monto. Escríbalo como 45.90',
    ]);
    // A spreadsheet must not evaluate an address as a formula.
    expect(rows[2]?.[4]).toBe(`'=1+1; "A"`);
    const corrected = answer.bytes.toString('utf8').replace('Miraflore;', 'Miraflores;').replace('gratis', '0');
    const again = await preview(corrected);
    expect(again).toMatchObject({ lines: 2, good: 2, ignored: ['error'] });
    expect(again.rows[1]).toMatchObject({ address: '=1+1; "A"', collectDue: null });
    expect((await fileOf(dispatch, 'imports.broken', { id: first.id, as: 'luis' })).status).toBe(404);
  });

  it('streams the file of invalid lines line by line', async () => {
    const faulty = GOOD.replace('Miraflores', 'Miraflore');
    const seen = await preview(csv(GOOD, faulty, faulty));
    const row = await desk.db.selectFrom('imports').selectAll().executeTakeFirstOrThrow();
    const ana = {
      sub: row.person,
      username: 'ana',
      user: 'Ana',
      charge: '',
      companyId: row.company_id,
      officeId: row.office_id,
      timeZone: 'America/Lima',
      dayTurnsAt: '05:00',
    };
    const { content } = await brokenLines(desk.services, ana, Number(seen.id));
    const parts: string[] = [];
    for await (const part of content) parts.push(String(part).trim().split(';').at(-1) ?? '');
    const said = 'Distrito: No se conoce ese distrito. ¿Quiso decir «Miraflores»?';
    expect(parts).toEqual(['error', said, said]);
  });

  describe('downloads of invalid lines', () => {
    const servers: Server[] = [];
    const calls: ClientRequest[] = [];
    afterEach(() => {
      for (const call of calls.splice(0)) call.destroy();
      for (const server of servers.splice(0)) server.close();
    });

    /** A download of ten megabytes, far more than the buffers of a connection. */
    const LARGE = csv(
      ...Array.from({ length: 5000 }, () => GOOD.replace('Miraflores', 'x').replace('Frágil', `x${'"'.repeat(900)}`)),
    );

    /** Serves the app. @returns a function that starts a download and reads only its headers. */
    async function begin(services: Services = desk.services) {
      const server = createServer(createTestApp(services) as RequestListener).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return async (id: string, as: Worker = 'ana') => {
        const authorization = `Bearer ${await assertionOf(workerClaims(as), { from: clock() })}`;
        const path = `/operations/imports/${id}/broken?officeId=N1`;
        const call = get({ port, host: '127.0.0.1', path, headers: { authorization }, agent: false });
        calls.push(call.on('error', () => undefined));
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        return answer.on('error', () => undefined);
      };
    }

    it('G40: are limited to one per person, then 429, and end with their client', async () => {
      const faulty = GOOD.replace('Miraflores', 'Miraflore');
      const [own, others] = [await preview(LARGE), await preview(csv(faulty, faulty), 'luis')];
      const download = await begin();
      const answers = Promise.all(Array.from({ length: 12 }, () => download(own.id)));
      // While one download stalls and eleven wait:
      await expect.poll(() => calls.length).toBe(12);
      await dispatch.ok('orders.list', { as: 'luis' });
      const small = await fileOf(dispatch, 'imports.broken', { as: 'luis', id: others.id });
      expect(csvCells(small.bytes)).toHaveLength(3);
      expect((await answers).map(({ statusCode }) => statusCode).toSorted()).toEqual([
        200,
        ...Array<number>(11).fill(429),
      ]);
      for (const { statusCode, headers } of await answers)
        if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      for (const call of calls) call.destroy();

      // Nothing is read from the database once the client has disconnected.
      let lines = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          lines += result.rows.filter((row) => 'why' in row).length;
          return Promise.resolve(result);
        },
      };
      const counted = await begin({ ...desk.services, db: desk.db.withPlugin(counting) });
      expect((await counted(own.id)).statusCode).toBe(200);
      await expect.poll(() => lines).toBeGreaterThan(0);
      for (const call of calls) call.destroy();
      // Leaves enough time to read the whole file.
      const { bytes } = await fileOf(dispatch, 'imports.broken', { id: own.id });
      expect(csvCells(bytes)).toHaveLength(5001);
      expect(lines).toBeLessThan(5000);
    });
  });

  it('detects an existing order, and one that is in the file twice', async () => {
    const taken = await dispatch.createOrder({ clientReference: 'P-9' });
    const seen = await preview(
      csv(
        GOOD.replace('P-1', 'P-9'),
        GOOD,
        GOOD,
        // Another client may use the same reference; an unknown client is identified by name.
        GOOD.replace('C1', 'Botica'),
        GOOD.replace('C1', 'Óptica Visión'),
        GOOD.replace('C1', 'OPTICA VISION'),
        GOOD.replace('P-1', ''),
        GOOD.replace('P-1', ''),
      ),
    );
    expect(brokenOf(seen.rows)).toEqual([
      [2, 'clientReference', 'P-9', `Ese cliente ya tiene la orden ${taken.code} con esa referencia`],
      [4, 'clientReference', 'P-1', 'La línea 3 tiene el mismo cliente y referencia'],
      [7, 'clientReference', 'P-1', 'La línea 6 tiene el mismo cliente y referencia'],
    ]);
    expect(seen.rows.flatMap((row) => (row.ok && row.notes.length > 0 ? [[row.line, ...row.notes]] : []))).toEqual([
      [5, 'El cliente Botica está inactivo'],
    ]);
    // Without a reference they may be duplicates of line 3.
    expect(seen.doubtful).toEqual([8, 9].map((line) => ({ line, as: 'line', first: 3 })));
    expect(seen.unknownClients).toEqual({ asked: [{ text: 'Óptica Visión', lines: 1 }], more: 0 });
    await dispatch.ok('imports.clients', { id: seen.id, body: { clients: [], keepOthers: true } });
    expect((await commit(seen.id, 3)).status).toBe(200);
    // These orders exist now, so the same lines are rejected.
    const again = await preview(csv(GOOD, GOOD.replace('C1', 'óptica visión'), GOOD.replace('P-1', 'P-10')));
    expect(again).toMatchObject({ good: 1, broken: 2 });
  });

  it('detects the same file, and reports when, by whom and with what result', async () => {
    const text = csv(GOOD);
    const first = await preview(text);
    expect((await preview(text)).imported).toBeNull();
    expect((await commit(first.id, 1)).status).toBe(200);
    clock.move(60_000);
    const again = await preview(text, 'luis');
    expect(again.imported).toEqual({
      at: '2026-11-20T15:00:00.000Z',
      by: { username: 'ana', user: 'Doña ana' },
      orders: 1,
    });
    // A file with one more byte counts as another file.
    expect((await preview(`${text} `)).imported).toBeNull();
    // Nor is it reported to another office.
    const elsewhere = await dispatch.ok('imports.preview', { as: 'neighbour', query: { fileName: 'x' }, file: text });
    expect(elsewhere).toMatchObject({ imported: null });
  });

  describe('orders that exist already', () => {
    const PLAIN = GOOD.replace('P-1', '');
    const FILE = csv(PLAIN, PLAIN.replace('José Peña', 'Luz Díaz'), PLAIN.replace('Larco 345', 'Larco 346'));

    it('are recognised in a file with one more line break, and left out', async () => {
      const first = await preview(FILE);
      expect(first.doubtful).toEqual([]);
      await commit(first.id, 3);
      const orders = await listed();
      const again = await preview(`${FILE}\r\n`);
      expect(again).toMatchObject({ good: 3, imported: null });
      expect(again.doubtful).toEqual(orders.map(({ id, code }, index) => ({ line: index + 2, as: 'order', id, code })));
      expect((await commit(again.id, 3)).status).toBe(409);
      expect(await listed()).toHaveLength(3);
    });

    it('are recognised in any notation and order, with other data next to them', async () => {
      await commit((await preview(FILE)).id, 3);
      const again = await preview(
        csv(
          PLAIN.replace('Larco 345', 'Larco 346').replace('Frágil', 'Otra nota'),
          PLAIN.replace('José Peña', 'JOSE  PEÑA')
            .replace('Av. Larco 345', 'AV LARCO, 345')
            .replace('C1', 'bodega nandu'),
          PLAIN.replace('987 654 321', '').replace('2,5', '3'),
        ),
      );
      expect(again.doubtful.map((each) => [each.line, each.as === 'order' ? each.code : each.first])).toEqual([
        [2, 'D0000003'],
        [3, 'D0000001'],
        [4, 'D0000001'],
      ]);
    });

    it('differ by client, recipient, address, date, amount, reference or guide', async () => {
      await dispatch.createOrder({ date: '2026-11-21', collectDue: 4590, clientReference: 'P-7' });
      await dispatch.createOrder({
        date: '2026-11-21',
        collectDue: 4590,
        recipient: { name: 'Rosa', phone: null },
        guide: 'T1-1',
      });
      const cancelled = await dispatch.createOrder({ date: '2026-11-21', recipient: { name: 'Anulado', phone: null } });
      await dispatch.ok('assignments.cancel', {
        as: 'chief',
        body: { why: 'x', orders: [{ id: cancelled.id, version: 1 }] },
      });
      await dispatch.createOrder({ date: '2026-11-21', recipient: { name: 'Vecino', phone: null } }, 'neighbour');
      const lines = [
        GOOD,
        PLAIN.replace('C1', 'C2'),
        PLAIN.replace('José Peña', 'José Paz'),
        PLAIN.replace('345', '34'),
        PLAIN.replace('21/11', '22/11'),
        PLAIN.replace('45,90', '45,80'),
        PLAIN.replace('José Peña', 'Anulado').replace('45,90', ''),
        PLAIN.replace('José Peña', 'Vecino').replace('45,90', ''),
      ];
      expect((await preview(csv(...lines))).doubtful).toEqual([]);
      const guided = `${HEADER};Guía\r\n${PLAIN.replace('José Peña', 'Rosa')};T1-2\r\n${PLAIN.replace('José Peña', 'Rosa')};T1-1`;
      expect((await preview(guided)).doubtful).toMatchObject([{ line: 3, as: 'order' }]);
      expect((await preview(csv(PLAIN))).doubtful).toMatchObject([{ line: 2, code: 'D0000001' }]);
    });

    it('are imported line by line if requested, and the receipt counts the others', async () => {
      await commit((await preview(FILE)).id, 3);
      const again = await preview(csv(PLAIN, PLAIN, PLAIN.replace('345', '999'), PLAIN.replace('345', '999')));
      expect(again.doubtful.map(({ line, as }) => [line, as])).toEqual([
        [2, 'order'],
        [3, 'order'],
        [5, 'line'],
      ]);
      const answer = await dispatch.call('imports.commit', { id: again.id, body: { orders: 2, include: [3, 3, 99] } });
      expect(answer.body).toMatchObject({ orders: 2, notImported: { repeated: [2, 5] } });
      expect((await listed()).map(({ place }) => place.address).slice(3)).toEqual(['Av. Larco 345', 'Av. Larco 999']);
    });

    it('are recognised on their first day after a move, even an undone one', async () => {
      await commit((await preview(FILE)).id, 3);
      const refs = (await listed()).map(({ id, version }) => ({ id, version }));
      const first = await dispatch.ok('assignments.reschedule', {
        body: { date: '2026-11-24', orders: refs.slice(0, 2) },
      });
      const again = refs.slice(0, 1).map(({ id }) => ({ id, version: 2 }));
      await dispatch.ok('assignments.reschedule', { body: { date: '2026-11-25', orders: again } });
      const [moved, once, kept] = await listed();
      expect((await preview(FILE)).doubtful).toEqual([
        { line: 2, as: 'order', id: moved?.id, code: moved?.code, movedTo: '2026-11-25' },
        { line: 3, as: 'order', id: once?.id, code: once?.code, movedTo: '2026-11-24' },
        { line: 4, as: 'order', id: kept?.id, code: kept?.code },
      ]);
      const later = csv(PLAIN.replace('21/11', '25/11'), PLAIN.replace('21/11', '24/11'));
      expect((await preview(later)).doubtful).toEqual([{ line: 2, as: 'order', id: moved?.id, code: moved?.code }]);
      await dispatch.ok('assignments.undo', { body: { batch: first.batch ?? '' } });
      expect((await preview(FILE)).doubtful.map(({ line }) => line)).toEqual([2, 3, 4]);
    });

    it('are recognised if another person imported them after the preview', async () => {
      const [own, other] = [await preview(FILE), await preview(FILE, 'luis')];
      await commit(other.id, 3, undefined, 'luis');
      const refused = await commit(own.id, 3);
      expect([refused.status, refused.body]).toEqual([
        409,
        { message: 'Ahora se importarían 0 órdenes y no 3; lea otra vez el archivo' },
      ]);
      expect(await listed()).toHaveLength(3);
    });

    it('are looked up with one statement, whatever the number of lines', async () => {
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          statements++;
          return Promise.resolve(result);
        },
      };
      const counted = desk.db.withPlugin(counting);
      const inputs = Array.from({ length: 2000 }, (_, index) => ({
        line: index + 2,
        input: orderInput({ place: { address: `Calle ${index}`, reference: null, ubigeo: '150122', point: null } }),
      }));
      expect(await findDoubtful(counted, { companyId: 'norte', officeId: 'N1' }, inputs)).toEqual([]);
      expect(statements).toBe(1);
    });
  });

  it('imports nothing if something changed since the preview', async () => {
    const seen = await preview(csv(GOOD, GOOD.replace('P-1', 'P-2')));
    await dispatch.createOrder({ clientReference: 'P-2' });
    const before = await listed();
    const refused = await commit(seen.id, 2);
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: 'Ahora se importarían 1 órdenes y no 2; lea otra vez el archivo' },
    ]);
    expect(await listed()).toEqual(before);
    expect((await commit(seen.id, 1)).status).toBe(200);
    expect(await listed()).toHaveLength(2);
  });

  it('runs once, however often it is requested', async () => {
    const seen = await preview(csv(GOOD));
    const key = randomUUID();
    const answers = [await commit(seen.id, 1, key), await commit(seen.id, 1, key)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await commit(seen.id, 1)).toMatchObject({ status: 409, body: { message: 'Este archivo ya se importó' } });
    expect((await commit(seen.id, 2, key)).status).toBe(422);
    expect((await dispatch.call('imports.commit', { id: seen.id, body: { orders: 1 }, key: 'x' })).status).toBe(400);
    expect(await listed()).toHaveLength(1);
  });

  it('is available to the person who previewed it, for a day', async () => {
    const seen = await preview(csv(GOOD));
    for (const as of ['luis', 'chief'] as const) expect((await commit(seen.id, 1, undefined, as)).status).toBe(404);
    expect(await findLines(desk.db, dispatcherOf('luis'), Number(seen.id))).toEqual([]);
    expect(await findLines(desk.db, dispatcherOf('ana'), Number(seen.id))).toHaveLength(1);
    expect((await commit(String(Number(seen.id) + 1), 1)).status).toBe(404);
    clock.move(24 * 3_600_000);
    expect(await commit(seen.id, 1)).toMatchObject({
      status: 410,
      body: { message: 'La vista previa venció a las 24 horas; vuelva a seleccionar el archivo' },
    });
    const other = await preview(csv(GOOD.replace('P-1', 'P-2')));
    clock.move(24 * 3_600_000 - 1);
    expect((await commit(other.id, 1)).status).toBe(200);
  });

  it("keeps a person's last three previews in an office, independently of other people's", async () => {
    const others = await preview(csv(GOOD), 'luis');
    const elsewhere = await dispatch.ok('imports.preview', {
      as: 'chief',
      office: 'N2',
      query: { fileName: 'x' },
      file: csv(GOOD),
    });
    const imported = await preview(csv(GOOD));
    await dispatch.ok('imports.commit', { id: imported.id, body: { orders: 1 } });
    const own: string[] = [];
    for (let index = 0; index < 5; index++) own.push((await preview(csv(GOOD.replace('P-1', `P-${index + 2}`)))).id);
    const kept = await desk.db
      .selectFrom('imports')
      .select('id')
      .where((each) => each.or([each('header', 'is not', null), each('batch', 'is not', null)]))
      .orderBy('id')
      .execute();
    const elsewhereId = elsewhere.readable ? elsewhere.id : '';
    expect(kept.map(({ id }) => String(id))).toEqual([others.id, elsewhereId, imported.id, ...own.slice(2)]);
    const message = 'La vista previa venció porque después miró otros tres archivos; vuelva a seleccionarlo';
    expect(await commit(own[1] ?? '', 1)).toMatchObject({ status: 410, body: { message } });
    expect((await fileOf(dispatch, 'imports.broken', { id: own[1] ?? '' })).status).toBe(410);
    // Another person's preview looks missing.
    expect((await commit(own[1] ?? '', 1, undefined, 'luis')).status).toBe(404);
    expect((await commit(own[2] ?? '', 1)).status).toBe(200);
  });

  it('deletes previews of all offices after a day', async () => {
    const seen = await preview(csv(GOOD.replace('Miraflores', 'Miraflore')));
    clock.move(24 * 3_600_000 - 1);
    expect((await fileOf(dispatch, 'imports.broken', { id: seen.id })).status).toBe(200);
    clock.move(1);
    expect((await fileOf(dispatch, 'imports.broken', { id: seen.id })).status).toBe(410);
    const elsewhere = await preview(csv(GOOD), 'neighbour');
    const kept = () => desk.db.selectFrom('imports').select(['id', 'header']).orderBy('id').execute();
    expect((await kept()).map(({ id, header }) => [String(id), header === null])).toEqual([
      [seen.id, true],
      [elsewhere.id, false],
    ]);
    // Remembered for a week, then deleted.
    clock.move(6 * 24 * 3_600_000);
    expect((await commit(seen.id, 1)).status).toBe(410);
    const later = await preview(csv(GOOD), 'neighbour');
    expect((await kept()).map(({ id }) => String(id))).toEqual([elsewhere.id, later.id]);
    expect((await commit(seen.id, 1)).status).toBe(404);
  });

  it('does not reveal which order of another office has the reference', async () => {
    const taken = await dispatch.createOrder({ clientReference: 'P-9' }, 'neighbour');
    const seen = await preview(csv(GOOD.replace('P-1', 'P-9')));
    expect(brokenOf(seen.rows)).toEqual([
      [2, 'clientReference', 'P-9', 'Ese cliente ya tiene una orden con esa referencia'],
    ]);
    expect(JSON.stringify(seen)).not.toContain(taken.code);
    expect((await fileOf(dispatch, 'imports.broken', { id: seen.id })).bytes.toString()).not.toContain(taken.code);
    const own = await preview(csv(GOOD.replace('P-1', 'P-9')), 'neighbour');
    expect(brokenOf(own.rows)[0]?.[3]).toBe(`Ese cliente ya tiene la orden ${taken.code} con esa referencia`);
  });

  it('names the cell that is too long', async () => {
    const long = await preview(csv(GOOD.replace('Frágil', `x${' '.repeat(1000)}y`), GOOD.replace('P-1', 'P-2')));
    expect(brokenOf(long.rows)).toEqual([[2, 'note', 'x …', 'Tiene más de 1000 caracteres']]);
    expect(long).toMatchObject({ good: 1, broken: 1 });
  });

  it('G16: accepts files of the listed types up to 5 MB', async () => {
    const bring = (type: string, file: string | Buffer) =>
      request(desk.app)
        .post('/operations/imports?officeId=N1&fileName=a.csv')
        .set('Authorization', `Bearer ${bearer}`)
        .type(type)
        .send(file);
    const bearer = await assertionOf(workerClaims('ana'), { from: clock() });
    for (const type of ['text/csv', 'text/plain', XLSX_MEDIA_TYPE])
      expect((await bring(type, csv(GOOD))).body, type).toMatchObject({ readable: true, good: 1 });
    for (const type of [
      'application/json',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
      'text/csv;x=1',
    ])
      expect((await bring(type, csv(GOOD))).status, type).toBe(415);
    expect((await bring('text/csv', Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'))).status).toBe(413);
    expect((await bring('text/csv', '')).body).toMatchObject({ readable: false, why: 'empty' });
  });

  it('rejects a workbook beyond the limits, and keeps answering', async () => {
    useThread();
    const workbook = await bomb();
    const refused = await dispatch.call('imports.preview', { query: { fileName: 'x.xlsx' }, file: workbook });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: 'El archivo tiene más datos de los que se pueden leer; guárdelo como CSV o divídalo en partes' },
    ]);
    expect(await preview(csv(GOOD))).toMatchObject({ good: 1 });
  });

  it('G40: limits the CPU time of reading files and correcting lines in an hour', async () => {
    useThread();
    const spend = vi.spyOn(desk.services.importCpu, 'spend');
    const { id } = await preview(csv(GOOD, GOOD.replace('Miraflores', 'Nowhere')));
    const fix = () => dispatch.call('imports.fix', { id, body: { column: 'district', value: 'Surco', lines: [3] } });
    const person = personKey(dispatcherOf('ana'));
    expect((await fix()).status).toBe(200);
    expect(spend.mock.calls.map(([who, cpuMs]) => [who, cpuMs > 1])).toEqual([
      [person, true],
      [person, true],
    ]);
    desk.services.importCpu.spend(person, 3_600_000, clock());
    const refused = await dispatch.call('imports.preview', { query: { fileName: 'x.csv' }, file: csv(GOOD) });
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      429,
      expect.stringContaining('espere unos minutos'),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect((await fix()).status).toBe(429);
    expect(await preview(csv(GOOD), 'luis')).toMatchObject({ good: 1 });
  });

  it('says why a whole file cannot be read', async () => {
    const cases: [string | Buffer, string, string[]][] = [
      [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'format', []],
      [Buffer.from('PK\u0003\u0004 no workbook at all, whatever its name'), 'format', []],
      [' \r\n', 'empty', []],
      [HEADER, 'empty', []],
      ['Cliente;Fecha\r\nC1;21/11/2026', 'columns', ['Destinatario', 'Dirección']],
      [`${HEADER};celular\r\n${GOOD};1`, 'repeated_columns', ['Teléfono']],
      [csv(...Array.from({ length: 5001 }, (_, index) => GOOD.replace('P-1', `P-${String(index)}`))), 'lines', []],
    ];
    for (const [content, why, columns] of cases)
      expect(await ask(content), why).toMatchObject({
        readable: false,
        why,
        columns,
        remedy: expect.stringMatching(/.{10}/) as string,
      });
    expect(await desk.db.selectFrom('imports').select('id').execute()).toEqual([]);
  });

  it('imports five thousand lines, each once', { timeout: 120_000 }, async () => {
    useThread();
    const lines = Array.from({ length: 5000 }, (_, index) => GOOD.replace('P-1', `R-${String(index)}`));
    const seen = await preview(csv(...lines));
    expect(seen).toMatchObject({ good: 5000, broken: 0 });
    const receipt = await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 5000 } });
    expect(receipt).toMatchObject({ firstCode: 'D0000001', lastCode: 'D0005000' });
    const { rows } = { rows: await desk.db.selectFrom('orders').select('client_reference').execute() };
    expect(new Set(rows.map((row) => row.client_reference)).size).toBe(5000);
    const events = await desk.db.selectFrom('events').select('position').where('batch', '=', receipt.batch).execute();
    expect(events).toHaveLength(5000);
  });

  it('offers a template that can be filled in and imported', async () => {
    const template = await fileOf(dispatch, 'imports.template', {});
    expect(template.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="plantilla-ordenes.xlsx"',
    });
    const [header = []] = xlsxCells(template.bytes);
    expect(header).toHaveLength(21);
    const values: Record<string, string> = {
      'Cliente *': 'C1',
      'Destinatario *': 'Ana',
      'Dirección *': 'Jr. Uno 1',
      Distrito: '150101',
      'Fecha *': '2026-11-22',
    };
    const filled = [header, header.map((name) => values[name] ?? '')].map((row) => row.join('\t')).join('\n');
    expect(await preview(filled)).toMatchObject({ lines: 1, good: 1, ignored: [] });
    expect(await ask(template.bytes)).toMatchObject({ readable: false, why: 'empty' });
  });

  it('validates like an order form, so that an imported order can be edited', async () => {
    const seen = await preview(csv(GOOD));
    await commit(seen.id, 1);
    const [order] = await listed();
    const { client, recipient, place, window, ...rest } = orderInput();
    const edited = await dispatch.call('orders.edit', {
      id: order?.id ?? '',
      body: { version: 1, changes: { ...rest, client, recipient, place, window } },
    });
    expect(edited.status).toBe(200);
  });
});
