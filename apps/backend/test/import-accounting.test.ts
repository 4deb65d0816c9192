import { type ClientsBody, type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SheetFile, type SheetRow, unreadableCell } from '#platform/files/sheet.ts';
import { readFile } from '#work/imports/read-file.ts';
import { type Worker } from './dispatch-world.ts';
import { fileOf } from './file-of.ts';
import { csvCells } from './read-table.ts';
import { useDesk } from './use-desk.ts';

vi.mock('#work/imports/read-file.ts', { spy: true });

const HEADINGS = [
  'Cliente',
  'Referencia del cliente',
  'Destinatario',
  'Dirección',
  'Distrito',
  'Fecha',
  'Cobro',
  'Nota',
];
/** It is 2026-11-20 in Lima. */
const GOOD = ['C1', '', 'José Peña', 'Av. Larco 345', 'Miraflores', '21/11/2026', '45.90', ''];

type Row = Omit<SheetRow, 'line'>;
type Readable = Extract<ImportPreview, { readable: true }>;

/** A good row for another recipient. */
const to = (recipient: string, more: Record<number, string> = {}): Row => ({
  cells: GOOD.map((cell, place) => more[place] ?? (place === 2 ? recipient : cell)),
});

describe('the accounting of an import', () => {
  const desk = useDesk();
  const { dispatch, clock } = desk;
  beforeEach(async () => {
    await dispatch.createCourier({ zones: ['150122'] });
  });

  /** Previews a file with these rows below the headings. */
  async function preview(rows: readonly Row[], query: object = {}, file: Partial<SheetFile> = {}): Promise<Readable> {
    const all = [{ cells: HEADINGS }, ...rows].map((row, index) => ({ ...row, line: index + 1 }));
    vi.mocked(readFile).mockReturnValue({
      kind: 'sheet',
      rows: all,
      sheets: [{ name: '', rows: all.length, hidden: false }],
      sheet: 0,
      encoding: null,
      ...file,
    });
    const answer = await dispatch.ok('imports.preview', { query: { fileName: 'a.xlsx', ...query }, file: 'x' });
    if (!answer.readable) throw new Error(`Not readable: ${answer.why}`);
    return answer;
  }
  const commit = (id: string, body: { orders: number; takeOut?: number[] }) =>
    dispatch.call('imports.commit', { id, body });
  const answer = (id: string, body: ClientsBody, as: Worker = 'ana') =>
    dispatch.call('imports.clients', { as, id, body });
  const download = async (id: string, as: Worker = 'ana') => fileOf(dispatch, 'imports.broken', { id, as });
  const listed = async () => (await dispatch.ok('orders.list', { query: { orden: 'codigo' } })).orders;

  it('adds up in preview and receipt, and offers omitted lines for a day', async () => {
    const seen = await preview(
      [
        to('Uno'),
        to('Dos'),
        { ...to('Oculta'), hidden: true },
        { cells: [] },
        to('Uno'),
        to('Tres', { 4: 'Wakanda' }),
        to('Cuatro', { 6: unreadableCell('error', '#N/A') }),
        { ...to('Cinco "'), fault: 'unclosed-quote' },
        { cells: ['TOTAL', '', '', '', '', '', '91.80', ''] },
      ],
      {},
      {
        sheets: [
          { name: 'Pedidos', rows: 9, hidden: false },
          { name: 'Lima', rows: 40, hidden: false },
          { name: 'Vacía', rows: 0, hidden: false },
        ],
      },
    );
    const aside = { read: 10, hidden: 1, totals: 1, titles: 1, blank: 1 };
    expect(seen.accounting).toEqual({ ...aside, imported: 2, errors: 3, repeated: 1, takenOut: 0 });
    expect(seen).toMatchObject({ hidden: { rows: [4], included: false }, totals: [10] });
    expect(seen.source).toEqual({
      sheet: 0,
      sheets: [
        { place: 0, name: 'Pedidos', rows: 9, hidden: false },
        { place: 1, name: 'Lima', rows: 40, hidden: false },
      ],
      encoding: null,
    });
    expect(seen.rows[4]).toMatchObject({
      line: 8,
      recipient: 'Cuatro',
      errors: [{ column: 'collectDue', value: '#N/A' }],
    });

    const receipt = (await commit(seen.id, { orders: 1, takeOut: [3, 7] })).body as ImportReceipt;
    expect(receipt).toMatchObject({
      orders: 1,
      accounting: { ...aside, imported: 1, errors: 2, repeated: 1, takenOut: 2 },
      notImported: { errors: [8, 9], repeated: [6], takenOut: [3, 7], hidden: [4] },
      otherSheets: [{ name: 'Lima', rows: 40 }],
    });
    expect((await listed()).map(({ recipient }) => recipient.name)).toEqual(['Uno']);

    const file = await download(seen.id);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="lineas-no-importadas-${seen.id}.csv"`);
    const rows = csvCells(file.bytes);
    expect(rows.map((row) => [row[2], row[6], row.at(-1)])).toEqual([
      ['Destinatario', 'Cobro', 'error'],
      ['Dos', '45.90', 'La quitó quien importó el archivo'],
      ['Oculta', '45.90', 'La fila está oculta, filtrada o tachada en el archivo y no se incluyó'],
      ['Uno', '45.90', expect.stringContaining('Se parece a una orden')],
      ['Tres', '45.90', 'La quitó quien importó el archivo'],
      ['Cuatro', unreadableCell('error', '#N/A'), expect.stringContaining('Cobro (S/): La celda dice #N/A')],
      ['Cinco "', '45.90', expect.stringContaining('Una comilla (") se abre y no se cierra: C1 · Cinco')],
    ]);
    expect((await download(seen.id, 'luis')).status).toBe(404);
    // The orders are not kept twice.
    expect(await desk.db.selectFrom('import_lines').select('input').where('input', 'is not', null).execute()).toEqual(
      [],
    );

    clock.move(24 * 3_600_000 - 1);
    expect((await download(seen.id)).status).toBe(200);
    clock.move(1);
    expect((await download(seen.id)).status).toBe(410);
    await preview([to('Otro')]);
    expect(
      await desk.db.selectFrom('import_lines').select('import_id').where('import_id', '=', Number(seen.id)).execute(),
    ).toEqual([]);
  });

  it('keeps omitted lines while other files are imported, up to a size', async () => {
    const first = await preview([to('Uno'), to('Mal', { 4: 'Wakanda' })]);
    await commit(first.id, { orders: 1 });
    for (const name of ['Dos', 'Tres', 'Cuatro', 'Cinco']) {
      const { id } = await preview([to(name), to('Mal', { 4: 'Wakanda' })]);
      await commit(id, { orders: 1 });
    }
    expect((await download(first.id)).status).toBe(200);
    await desk.db
      .updateTable('imports')
      .set({ left_bytes: 48 * 1024 * 1024 })
      .where('id', '=', Number(first.id))
      .execute();
    const { id } = await preview([to('Seis'), to('Mal', { 4: 'Wakanda' })]);
    await commit(id, { orders: 1 });
    expect(await download(first.id)).toMatchObject({ status: 410 });
    expect((await download(id)).status).toBe(200);
  });

  it('counts hidden rows among the lines if the person includes them', async () => {
    const rows: Row[] = [to('Uno'), { ...to('Oculta'), hidden: true }];
    const without = await preview(rows);
    expect(without).toMatchObject({ good: 1, accounting: { imported: 1, hidden: 1 }, hidden: { included: false } });
    const seen = await preview(rows, { hidden: 'include' });
    expect(seen).toMatchObject({
      good: 2,
      accounting: { imported: 2, hidden: 0 },
      hidden: { rows: [3], included: true },
    });
    const receipt = (await commit(seen.id, { orders: 2 })).body as ImportReceipt;
    expect(receipt.notImported.hidden).toEqual([]);
  });

  it('uses the requested sheet and encoding', async () => {
    const encoding = { used: 'windows-1252', choices: [{ encoding: 'windows-1252', sample: 'Peña' }] };
    const seen = await preview([to('Uno')], { sheet: '2', encoding: 'ibm850' }, { encoding });
    expect(vi.mocked(readFile).mock.lastCall?.[1]).toEqual({ sheet: 2, encoding: 'ibm850' });
    expect(seen.source).toEqual({ sheet: 0, sheets: [], encoding });
  });

  it.each([
    ['xls', 'Excel antiguo (.xls)'],
    ['html', 'página web (HTML)'],
    ['encrypted', 'quítele la contraseña'],
  ] as const)('names the format of a file that is not a table (%s)', async (format, remedy) => {
    vi.mocked(readFile).mockReturnValue({ kind: 'no-table', format });
    const answered = await dispatch.ok('imports.preview', { query: { fileName: 'a.xls' }, file: 'x' });
    expect(answered).toMatchObject({ readable: false, why: 'format', source: null });
    expect(!answered.readable && answered.remedy).toContain(remedy);
  });

  it('does not fix a line whose whole row is an error', async () => {
    const seen = await preview([to('Uno'), { ...to('Dos'), fault: 'extra-cells' }, to('Tres', { 4: 'Wakanda' })]);
    const body = { column: 'district' as const, value: 'Miraflores', lines: [3, 4] };
    const fixed = await dispatch.ok('imports.fix', { id: seen.id, body });
    expect(fixed).toMatchObject({ good: 2, broken: 1, rows: [{ line: 4, ok: true }] });
  });

  describe('of clients that are not in the list', () => {
    const unknown = (recipient: string, client: string): Row => to(recipient, { 0: client });

    it('is not finished until each client is answered', async () => {
      const seen = await preview([
        to('Uno'),
        unknown('Dos', 'Bodga Nandu'),
        unknown('Tres', 'BODGA  NANDU'),
        unknown('Cuatro', 'Otra'),
      ]);
      expect(seen.unknownClients).toEqual({
        asked: [
          { text: 'Bodga Nandu', lines: 2 },
          { text: 'Otra', lines: 1 },
        ],
        more: 0,
      });
      const refused = await commit(seen.id, { orders: 4 });
      expect([refused.status, refused.body]).toEqual([
        409,
        { message: 'Falta decidir qué clientes son los que no están en la lista' },
      ]);
      const wrong = { clients: [{ text: 'Otra', client: 'Nadie' }], keepOthers: false };
      expect(await answer(seen.id, wrong)).toMatchObject({ status: 400, body: { message: /«Nadie» no está/ } });
      expect((await answer(seen.id, { clients: [], keepOthers: true }, 'luis')).status).toBe(404);

      const one = { clients: [{ text: 'bodga nandu', client: 'C1' }], keepOthers: false };
      expect((await answer(seen.id, one)).body).toMatchObject({
        rows: [
          { line: 3, client: 'Bodega Ñandú' },
          { line: 4, client: 'Bodega Ñandú' },
        ],
        good: 4,
        unknownClients: { asked: [{ text: 'Otra', lines: 1 }], more: 0 },
      });
      const rest = await answer(seen.id, { clients: [{ text: 'Otra', client: null }], keepOthers: false });
      expect(rest.body).toMatchObject({ rows: [], unknownClients: { asked: [], more: 0 } });
      expect((await commit(seen.id, { orders: 4 })).status).toBe(200);
      expect((await listed()).map(({ client }) => client)).toMatchObject([
        { id: 'c1' },
        { id: 'c1' },
        { id: 'c1' },
        { id: null, name: 'Otra' },
      ]);
    });

    it('applies the answers to lines that are fixed later, and finds references that repeat', async () => {
      await dispatch.createOrder({ clientReference: 'P-9' });
      const seen = await preview([
        to('Uno', { 0: 'Bodga', 1: 'P-9' }),
        to('Dos', { 0: 'Bodga', 1: 'P-1', 4: 'Wakanda' }),
      ]);
      const answers = { clients: [{ text: 'Bodga', client: 'Bodega Ñandú' }], keepOthers: false };
      expect((await answer(seen.id, answers)).body).toMatchObject({
        rows: [{ line: 2, ok: false, recipient: 'Uno', errors: [{ column: 'clientReference', value: 'P-9' }] }],
        good: 0,
        broken: 2,
      });
      const body = { column: 'district' as const, value: 'Miraflores', lines: [3] };
      expect(await dispatch.ok('imports.fix', { id: seen.id, body })).toMatchObject({
        rows: [{ line: 3, ok: true, client: 'Bodega Ñandú' }],
        unknownClients: { asked: [] },
      });
      const other = { column: 'clientReference' as const, value: 'P-2', lines: [2] };
      expect(await dispatch.ok('imports.fix', { id: seen.id, body: other })).toMatchObject({
        rows: [{ line: 2, ok: true, client: 'Bodega Ñandú', clientReference: 'P-2' }],
        good: 2,
        broken: 0,
      });
    });

    it('ignores answers about texts that the file does not have', async () => {
      const seen = await preview([unknown('Dos', 'Otra')]);
      for (let at = 0; at < 3; at += 1) {
        const clients = ['OTRA', ...Array.from({ length: 49 }, (_, index) => `Texto ${at} ${index}`)];
        const body = { clients: clients.map((text) => ({ text, client: null })), keepOthers: false };
        expect((await answer(seen.id, body)).body).toMatchObject({ unknownClients: { asked: [] } });
      }
      const [kept] = await desk.db.selectFrom('imports').select('clients').execute();
      expect(kept?.clients).toEqual({ clients: [['OTRA', null]], keepOthers: false });
    });

    it('ignores unknown clients of lines that are not imported', async () => {
      const seen = await preview([to('Uno'), unknown('Dos', 'Otra')]);
      expect((await commit(seen.id, { orders: 1, takeOut: [3] })).status).toBe(200);
    });

    it('asks nothing if the company has no clients', async () => {
      await desk.db.deleteFrom('clients').execute();
      const seen = await preview([unknown('Dos', 'Otra')]);
      expect(seen).toMatchObject({ unknownClients: { asked: [], more: 0 }, rows: [{ notes: [] }] });
      expect((await commit(seen.id, { orders: 1 })).status).toBe(200);
    });
  });
});
