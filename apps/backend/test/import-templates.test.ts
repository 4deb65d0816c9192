import { type ImportPreview, writeColumnMap } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeText } from '#platform/files/decode-text.ts';
import { fileOf } from './file-of.ts';
import { csvCells } from './read-table.ts';
import { useDesk } from './use-desk.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

/** It is 2026-11-20 in Lima. */
describe('the import of files of other programs', () => {
  const desk = useDesk();
  const { dispatch } = desk;
  let pedro = '';
  let luz = '';
  beforeEach(async () => {
    pedro = await dispatch.createCourier({ name: 'Pedro Rojas', plate: 'ABC-123', zones: ['150122'] });
    luz = await dispatch.createCourier({ name: 'Luz Soto', plate: 'XYZ-987', zones: ['150122'] });
  });

  const ask = (lines: readonly string[] | Buffer, query: Record<string, string> = {}) =>
    dispatch.ok('imports.preview', {
      query: { fileName: 'x.csv', ...query },
      file: Buffer.isBuffer(lines) ? lines : lines.join('\r\n'),
    });
  async function preview(lines: readonly string[] | Buffer, query: Record<string, string> = {}): Promise<Readable> {
    const answer = await ask(lines, query);
    if (!answer.readable) throw new Error(`Not readable: ${answer.why} ${answer.columns.join()}`);
    return answer;
  }
  const commit = (id: string, orders: number) => dispatch.ok('imports.commit', { id, body: { orders } });
  const listed = async () => (await dispatch.ok('orders.list', { query: { orden: 'codigo' } })).orders;
  const notesOf = ({ rows }: Readable): string[] => rows.flatMap((row) => (row.ok ? row.notes : []));
  const errorsOf = ({ rows }: Pick<Readable, 'rows'>) =>
    rows.flatMap((row) =>
      row.ok ? [] : row.errors.map(({ column, reason, suggestion }) => [row.line, column, reason, suggestion]),
    );

  const UNDATED = [
    'Reparto del martes 24 de noviembre',
    'Cliente;Destinatario;Dirección;Distrito',
    'C1;Ana;Jr. Uno 1;Lince',
    'C1;Luz;Jr. Dos 2;X',
  ];

  it('proposes the date in the title for all lines, and does not remember it', async () => {
    const undated = await ask(UNDATED);
    expect(undated).toMatchObject({
      why: 'columns',
      columns: ['Fecha'],
      layout: { date: null, foundDate: '2026-11-24' },
    });
    expect(await ask(UNDATED.slice(1), { fileName: 'reparto_25-11.csv' })).toMatchObject({
      layout: { foundDate: '2026-11-25' },
    });
    const seen = await preview(UNDATED, { date: '2026-11-25' });
    expect(seen).toMatchObject({ good: 1, broken: 1, layout: { date: '2026-11-25' } });
    const fixed = await dispatch.ok('imports.fix', {
      id: seen.id,
      body: { column: 'district', value: 'Lince', lines: [4] },
    });
    expect(fixed.rows).toMatchObject([{ ok: true, date: '2026-11-25' }]);
    await commit(seen.id, 2);
    expect(await ask(UNDATED)).toMatchObject({ why: 'columns', columns: ['Fecha'], layout: { date: null } });
  });

  it('keeps the dates of lines, and asks if the whole column is empty', async () => {
    const lines = (...dates: string[]) => [
      'Cliente;Destinatario;Dirección;Distrito;Fecha',
      ...dates.map((date, at) => `C1;Ana ${at};Jr. Uno ${at};Lince;${date}`),
    ];
    expect(await ask(lines('', ''))).toMatchObject({ why: 'columns', columns: ['Fecha'] });
    const seen = await preview(lines('21/11/2026', ''), { date: '2026-11-25' });
    expect(seen.rows).toMatchObject([{ date: '2026-11-21' }, { date: '2026-11-25' }]);
    expect(errorsOf(await preview(lines('21/11/2026', '')))).toEqual([[3, 'date', 'Falta', null]]);
  });

  it('rejects dates with the month first, even ambiguous ones', async () => {
    const lines = ['12/11/2026', '11/24/2026', '11/11/2026'].map(
      (date, at) => `C1;Ana ${at};Jr. Uno ${at};Lince;${date}`,
    );
    expect(errorsOf(await preview(['Cliente;Destinatario;Dirección;Distrito;Fecha', ...lines]))).toEqual([
      [2, 'date', 'No se sabe cuál es el mes', '11/12/2026'],
      [3, 'date', 'El mes no existe', '24/11/2026'],
    ]);
  });

  it('reads an instant as a day in the time zone of the office', async () => {
    const seen = await preview([
      'Cliente;Destinatario;Dirección;Distrito;Fecha',
      'C1;Ana;Jr. Uno 1;Lince;2026-11-22T02:00:00Z',
      'C1;Luz;Jr. Dos 2;Lince;2026-11-22T00:00:00.000Z',
    ]);
    expect(seen.rows).toMatchObject([{ date: '2026-11-21' }, { date: '2026-11-21' }]);
    expect(notesOf(seen)).toEqual([expect.stringContaining('hora universal')]);
  });

  const ITEMS = [
    'Número guía *;Vehículo;Nombre item;Cantidad;Nombre contacto;Apellidos;Teléfono;Dirección *;Fecha min entrega;Fecha max entrega;Cobro',
    'T1-1;abc 123;Caja roja;1;Rosa;Peña;98765432;Av. Perú 123, Breña, Lima;2026-11-21 09:00;2026-11-21 13:00;45',
    'T1-2;Pedro;Libro;1;Ana;Díaz;987654321;Jr. Dos 2, Ate;2026-11-21;2026-11-21;',
    'T1-1;ABC-123;Caja azul;2;Rosa;Peña;98765432;Av. Perú 123, Breña, Lima;2026-11-21 09:00;2026-11-21 13:00;45',
  ];

  it('returns which orders stay unassigned because the day of their courier is confirmed', async () => {
    const courier = (await dispatch.ok('couriers.list')).find(({ name }) => name === 'Pedro Rojas');
    const courierId = courier?.id ?? '';
    const day = { courierId, day: '2026-11-20', delivered: 0, failed: 0, collected: 0, version: 0 };
    await dispatch.ok('days.confirm', { body: day });
    const seen = await preview(
      ITEMS.slice(0, 2).map((line) => line.replaceAll('2026-11-21', '2026-11-20')),
      { client: 'C1' },
    );
    const { closed } = await commit(seen.id, 1);
    const [order] = await listed();
    expect(closed).toEqual([
      { courier: { id: courierId, name: courier?.name }, orders: [{ id: order?.id, version: 1 }] },
    ]);
    const [part] = closed ?? [];
    await dispatch.ok('assignments.assign', { body: { courierId, date: '2026-11-21', orders: part?.orders ?? [] } });
    expect((await listed())[0]).toMatchObject({ date: '2026-11-21', courier: { id: courierId } });
  });

  it('imports the rows of one guide as one order of the named courier', async () => {
    const seen = await preview(ITEMS, { client: 'C1' });
    expect(errorsOf(seen)).toEqual([[3, 'plate', 'No hay repartidor con ese nombre o placa', 'Pedro Rojas']]);
    expect(notesOf(seen)).toEqual([
      'Distrito leído de la dirección: Breña',
      'Se asignará a Pedro Rojas',
      'Teléfono: un celular tiene 9 dígitos y este tiene 8',
      expect.stringContaining('se sumaron sus bultos y pesos'),
      'El cobro de las líneas unidas se cobra una sola vez',
    ]);
    const fixed = await dispatch.ok('imports.fix', { id: seen.id, body: { column: 'plate', value: '', lines: [3] } });
    expect(fixed).toMatchObject({ good: 2, broken: 0 });
    expect(await commit(seen.id, 2)).toMatchObject({ orders: 2, assigned: 1 });
    const [rosa, ana] = await listed();
    expect(rosa).toMatchObject({
      state: 'asignada',
      courier: { id: pedro },
      recipient: { name: 'Rosa Peña' },
      place: { ubigeo: '150105' },
      date: '2026-11-21',
      window: { from: '09:00', to: '13:00' },
      packages: 3,
      guide: 'T1-1',
      note: 'Caja roja ×1, Caja azul ×2',
      collect: { due: 4500 },
    });
    expect(ana).toMatchObject({ state: 'pendiente', window: null, note: 'Libro ×1', place: { ubigeo: '150103' } });
    const { timeline } = await dispatch.ok('orders.read', { id: rosa?.id ?? '' });
    expect(timeline.map(({ what }) => what).sort()).toEqual(['asignada', 'importada']);
  });

  it('lists every row of an invalid document in the download, and fixes it as one line', async () => {
    const [header = '', first = '', , third = ''] = ITEMS;
    const seen = await preview([header, first, third.replace('Perú 123', 'Perú 124')], { client: 'C1' });
    expect(errorsOf(seen)).toEqual([
      [2, 'address', 'Las líneas 2 y 3 son de un mismo documento y no dicen lo mismo', null],
    ]);
    const file = await fileOf(dispatch, 'imports.broken', { id: seen.id });
    expect(csvCells(file.bytes).map((cells) => [cells[2], cells.at(-1)?.slice(0, 27)])).toEqual([
      ['Nombre item', 'error'],
      ['Caja roja', 'Dirección: Las líneas 2 y 3'],
      ['Caja azul', 'Dirección: Las líneas 2 y 3'],
    ]);
    const fixed = await dispatch.ok('imports.fix', {
      id: seen.id,
      body: { column: 'address', value: 'Av. Perú 124, Breña', lines: [2] },
    });
    expect(fixed).toMatchObject({ good: 1, broken: 0 });
    await commit(seen.id, 1);
    expect(await listed()).toMatchObject([{ packages: 3, place: { address: 'Av. Perú 124, Breña' } }]);
  });

  it('appends the stops to each courier’s route in file order', async () => {
    const old = await dispatch.createOrder({ date: '2026-11-21' });
    await dispatch.ok('assignments.assign', { body: { courierId: luz, orders: await dispatch.refs([old.id]) } });
    const seen = await preview([
      'Cliente;Destinatario;Dirección;Distrito;Fecha;Chofer;Orden de visita',
      'C1;A;Jr. Uno 1;Lince;21/11/2026;luz soto;2',
      'C1;B;Jr. Uno 2;Lince;21/11/2026;Pedro Rojas;',
      'C1;C;Jr. Uno 3;Lince;21/11/2026;LUZ SOTO;1',
      'C1;D;Jr. Uno 4;Lince;21/11/2026;Tercero SAC;1',
      'C1;E;Jr. Uno 5;Lince;21/11/2026;;',
    ]);
    expect(notesOf(seen)).toEqual([
      'Se asignará a Luz Soto',
      'Se asignará a Pedro Rojas',
      'Se asignará a Luz Soto',
      'No hay repartidor con nombre o placa «Tercero SAC»; la orden quedará sin asignar',
    ]);
    expect(await commit(seen.id, 5)).toMatchObject({ assigned: 3 });
    const orders = (await listed()).slice(1);
    expect(orders.map(({ recipient, courier, sequence }) => [recipient.name, courier?.id, sequence])).toEqual([
      ['A', luz, 3],
      ['B', pedro, 1],
      ['C', luz, 2],
      ['D', undefined, null],
      ['E', undefined, null],
    ]);
  });

  it('fails for a courier who was retired meanwhile', async () => {
    const seen = await preview([
      'Cliente;Destinatario;Dirección;Distrito;Fecha;Chofer',
      'C1;A;Jr. Uno 1;Lince;21/11/2026;Luz Soto',
    ]);
    await desk.db.updateTable('couriers').set({ state: 'retirado' }).where('id', '=', Number(luz)).execute();
    const answer = await dispatch.call('imports.commit', { id: seen.id, body: { orders: 1 } });
    expect([answer.status, answer.body as unknown]).toEqual([
      409,
      { message: 'Luz Soto está retirado; lea otra vez el archivo' },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('reads our own exports: existing orders are doubtful, all columns are read', async () => {
    const order = await dispatch.createOrder({
      collectDue: 4590,
      weightGrams: 2250,
      note: 'Frágil',
      packages: 3,
      window: { from: '09:00', to: '13:00' },
    });
    await dispatch.ok('assignments.assign', { body: { courierId: luz, orders: await dispatch.refs([order.id]) } });
    for (const format of ['csv', 'xlsx'] as const) {
      const { ticket } = await dispatch.ok('exports.prepare', { as: 'chief', body: { format, filter: {} } });
      const { bytes } = await fileOf(dispatch, 'exports.download', { as: 'chief', query: { ticket } });
      const seen = await preview(bytes, { fileName: `x.${format}` });
      expect([seen.good, seen.doubtful]).toEqual([1, [{ line: 2, as: 'order', id: order.id, code: order.code }]]);
      expect(seen.layout.columns.find(({ heading }) => heading === 'Código')?.key).toBe('code');
    }
    const { ticket } = await dispatch.ok('exports.prepare', { as: 'chief', body: { format: 'csv', filter: {} } });
    const { bytes } = await fileOf(dispatch, 'exports.download', { as: 'chief', query: { ticket } });
    const text = decodeText(bytes).text.replace(order.code, 'D9999999').replace('2026-11-20;', '2026-11-21;');
    const moved = await preview(Buffer.from(text));
    expect(moved).toMatchObject({ good: 1, doubtful: [] });
    await dispatch.ok('imports.commit', { id: moved.id, body: { orders: 1 } });
    const [, copy] = await listed();
    expect(copy).toMatchObject({
      collect: { due: 4590 },
      weightGrams: 2250,
      packages: 3,
      note: 'Frágil',
      window: { from: '09:00', to: '13:00' },
      courier: { id: luz },
      place: { approximate: order.place.approximate },
    });
  });

  it('remembers chosen columns beyond the hundredth', async () => {
    const empty = ';'.repeat(104);
    const columns = writeColumnMap({
      line: 1,
      columns: [
        [0, 'client'],
        [1, 'recipient'],
        [2, 'address'],
        [106, 'note'],
      ],
    });
    const answer = await ask([`Quién;Para;Dónde${empty}Otra`, `C1;Ana;Jr. Uno 1, Lince${empty}Frágil`], {
      columns,
      date: '2026-11-21',
    });
    expect(answer).toMatchObject({ readable: true, good: 1 });
  });
});
