import { type FixBody, type ImportPreview, writeColumnMap } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Worker } from './dispatch-world.ts';
import { fileOf } from './file-of.ts';
import { useDesk } from './use-desk.ts';
import { csvCells } from './read-table.ts';

type Readable = Extract<ImportPreview, { readable: true }>;

const TODAY = '21/11/2026';

describe('the columns of an imported file', () => {
  const desk = useDesk();
  const { clock, dispatch } = desk;
  beforeEach(async () => {
    await dispatch.createCourier({ zones: ['150122'] });
  });

  const ask = (lines: readonly string[], query: Record<string, string> = {}, as: Worker = 'ana') =>
    dispatch.ok('imports.preview', { as, query: { fileName: 'x.csv', ...query }, file: lines.join('\r\n') });
  async function preview(lines: readonly string[], query: Record<string, string> = {}, as: Worker = 'ana') {
    const answer = await ask(lines, query, as);
    if (!answer.readable) throw new Error(`Not readable: ${answer.why}`);
    return answer;
  }
  const commit = (id: string, orders: number) => dispatch.ok('imports.commit', { id, body: { orders } });
  const recipients = ({ rows }: Readable) => rows.map((row) => (row.ok ? row.recipient : row.errors));

  it('are found below titles, also in two rows of merged headings', async () => {
    const seen = await preview([
      'REPARTO DEL LUNES, 23 DE NOVIEMBRE;;;;;',
      ';;;;;',
      'Cliente;Destinatario;;;Fecha;Obs.',
      ';Nombre;Dirección;Distrito;;',
      `C1;Ana;Jr. Uno 1;Surco;${TODAY};`,
      ';;;;;',
      `C1;Luz;Jr. Dos 2;Wakanda;${TODAY};`,
    ]);
    expect(seen.layout).toMatchObject({ line: 4, client: null, remembered: false });
    expect(seen.layout.columns.map(({ heading, samples, key }) => [heading, samples[0], key])).toEqual([
      ['Cliente', 'C1', 'client'],
      ['Nombre', 'Ana', 'recipient'],
      ['Dirección', 'Jr. Uno 1', 'address'],
      ['Distrito', 'Surco', 'district'],
      ['Fecha', TODAY, 'date'],
      ['Obs.', undefined, 'note'],
    ]);
    expect(seen.rows.map(({ line, ok }) => [line, ok])).toEqual([
      [5, true],
      [7, false],
    ]);
  });

  const STRANGE = [
    'Quién;Dónde;Comuna;Cuándo;Celular;Telf.',
    `Ana;Jr. Uno 1;Surco;${TODAY};987654321;4445566`,
    `Luz;Jr. Dos 2;Surco;${TODAY};987654322;`,
  ];

  it('are offered with their values if they are unknown, repeated or without a client', async () => {
    const unknown = await ask(STRANGE);
    expect(unknown).toMatchObject({
      readable: false,
      why: 'columns',
      columns: ['Cliente', 'Destinatario', 'Dirección', 'Fecha'],
      layout: {
        line: 1,
        client: null,
        columns: [
          { place: 0, heading: 'Quién', samples: ['Ana', 'Luz'], key: null },
          { place: 1, heading: 'Dónde', samples: ['Jr. Uno 1', 'Jr. Dos 2'], key: null },
          { place: 2, heading: 'Comuna', samples: ['Surco'], key: null },
          { place: 3, heading: 'Cuándo', samples: [TODAY], key: null },
          { place: 4, heading: 'Celular', samples: ['987654321', '987654322'], key: 'phone' },
          { place: 5, heading: 'Telf.', samples: ['4445566'], key: null },
        ],
      },
    });
    const repeated = await ask([
      'Cliente;Destinatario;Dirección;Distrito;Fecha;Cel.;Telf.',
      `C1;Ana;Jr. Uno 1;Surco;${TODAY};1;2`,
    ]);
    expect(repeated).toMatchObject({
      readable: false,
      why: 'repeated_columns',
      columns: ['Teléfono'],
      layout: { line: 1 },
    });
  });

  const CHOSEN = writeColumnMap({
    line: 1,
    columns: [
      [0, 'recipient'],
      [1, 'address'],
      [2, 'district'],
      [3, 'date'],
      [5, 'phone'],
    ],
  });

  it('are read as the person chose, with one client for all lines', async () => {
    const seen = await preview(STRANGE, { columns: CHOSEN, client: 'C1' });
    expect(seen).toMatchObject({ good: 2, ignored: ['Celular'], layout: { client: 'C1' } });
    expect(seen.rows).toMatchObject([{ client: 'Bodega Ñandú', recipient: 'Ana' }, { recipient: 'Luz' }]);
    await commit(seen.id, 2);
    const { orders } = await dispatch.ok('orders.list', { query: { orden: 'codigo' } });
    expect(orders.map(({ recipient }) => recipient.phone)).toEqual(['4445566', null]);
  });

  it('are remembered by their headings for the office once a file is imported', async () => {
    const first = await preview(STRANGE, { columns: CHOSEN, client: 'C1' });
    expect(await ask(STRANGE)).toMatchObject({ readable: false });
    await commit(first.id, 2);
    const later = ['Reparto', STRANGE[0]?.toUpperCase() ?? '', `Eva;Jr. Tres 3;Surco;${TODAY};;`];
    const again = await preview(later, {}, 'luis');
    expect(again).toMatchObject({ good: 1, layout: { line: 2, client: 'C1', remembered: true } });
    expect(recipients(again)).toEqual(['Eva']);
    expect(await ask(later, {}, 'neighbour')).toMatchObject({ readable: false, why: 'columns' });
    // A new choice replaces the old one.
    clock.move(1000);
    const other = await preview(later, { columns: CHOSEN.replace('1:', '2:'), client: 'Botica' });
    await commit(other.id, 1);
    expect(await ask(later)).toMatchObject({ layout: { client: 'Botica' } });
    expect(await desk.db.selectFrom('import_layouts').select('signature').execute()).toHaveLength(3);
  });

  it('of the least recently used files are forgotten', async () => {
    await sql`
      insert into import_layouts (company_id, office_id, signature, columns, at)
      select 'norte', 'N1', n::text, '[]', '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 400) as n`.execute(desk.db);
    await commit((await preview(STRANGE, { columns: CHOSEN, client: 'C1' })).id, 2);
    const kept = await desk.db.selectFrom('import_layouts').select('signature').execute();
    expect(kept).toHaveLength(400);
    expect(['1', '2', '3'].map((signature) => kept.some((each) => each.signature === signature))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await preview(STRANGE)).toMatchObject({ good: 2 });
  });

  it('are remembered for the client of all lines', async () => {
    let houses = 0;
    const file = (...clients: string[]) => [
      'Cliente;Nombre;Dirección;Distrito;Fecha;Ref.',
      ...clients.map((client, at) => `${client};Ana;Jr. Uno ${++houses};Surco;${TODAY};${client}-${at}`),
    ];
    const fieldOfRef = async (...clients: string[]) => (await preview(file(...clients))).layout.columns.at(-1)?.key;
    const read = '1:0-client,1-recipient,2-address,3-district,4-date';
    await commit((await preview(file('C1', 'C1'), { columns: `${read},5-clientReference` })).id, 2);
    clock.move(1000);
    await commit((await preview(file('Botica', 'Botica'), { columns: `${read},5-guide` })).id, 2);
    clock.move(1000);
    await commit((await preview(file('Botica', 'C1'), { columns: `${read},5-note` })).id, 2);
    expect(await fieldOfRef('bodega ñandú', '20123456789')).toBe('note');
    expect(await fieldOfRef('bodega ñandú', 'C1')).toBe('clientReference');
    expect(await fieldOfRef('BOTICA')).toBe('guide');
    expect(await fieldOfRef('Bazar')).toBe('note');
  });

  it('are those of the client named for a file without a client', async () => {
    const place = async (client?: string) =>
      (await preview(STRANGE, client === undefined ? {} : { client })).layout.columns.find(({ key }) => key === 'phone')
        ?.place;
    await commit((await preview(STRANGE, { columns: CHOSEN, client: 'C1' })).id, 2);
    clock.move(1000);
    await commit((await preview(STRANGE, { columns: CHOSEN.replace('5-', '4-'), client: 'Botica' })).id, 2);
    expect([await place(), await place('C1'), await place('Botica'), await place('Bazar')]).toEqual([4, 5, 4, 4]);
    expect(await preview(STRANGE, { client: 'Bazar' })).toMatchObject({
      rows: [{ client: 'Bazar' }, {}],
      layout: { client: 'Bazar' },
    });
  });

  it('follow the chosen headings, if others were recognised', async () => {
    const file = ['Cliente;Fecha;Total', '', `C1;${TODAY};2`, ...STRANGE];
    const guessed = await ask(file);
    expect(guessed).toMatchObject({ readable: false, layout: { line: 1 } });
    expect(guessed.layout?.rows.map(({ line, text }) => [line, text])).toEqual([
      [1, 'Cliente · Fecha · Total'],
      [3, `C1 · ${TODAY} · 2`],
      [4, 'Quién · Dónde · Comuna · Cuándo · Celular · Telf.'],
      [5, `Ana · Jr. Uno 1 · Surco · ${TODAY} · 987654321 · 4445566`],
    ]);
    const chosen = await ask(file, { columns: '4:' });
    expect(chosen).toMatchObject({ readable: false, layout: { line: 4, client: null } });
    expect(chosen.layout?.columns.map(({ heading, key }) => [heading, key]).slice(3)).toEqual([
      ['Cuándo', null],
      ['Celular', 'phone'],
      ['Telf.', null],
    ]);
    await commit((await preview(file, { columns: CHOSEN.replace('1:', '4:'), client: 'C1' })).id, 2);
    expect(await preview(file)).toMatchObject({ good: 2, layout: { line: 4, remembered: true } });
  });

  it('of a file are validated: an unknown place is empty, an unknown field ignored', async () => {
    const beyond = await preview(STRANGE, {
      columns: '1:0-recipient,99-address,2-district,3-date,1-color',
      client: 'C1',
    });
    expect(beyond.rows[0]).toMatchObject({ errors: [{ column: 'address', value: '' }] });
    const far = await preview(STRANGE, { columns: '21:0-recipient,1-address,2-district,3-date', client: 'C1' }).catch(
      String,
    );
    expect(far).toContain('Not readable: empty');
    for (const columns of ['1', 'x:0-client', '1:0-client,', '22:0-client', `1:${'0-client,'.repeat(99)}0-client`])
      expect((await dispatch.call('imports.preview', { query: { fileName: 'x', columns }, file: 'a' })).status).toBe(
        400,
      );
  });

  const HEADER = 'Cliente;Pedido;Destinatario;Celular;Dirección;Distrito;Fecha;Obs.;Color';
  const line = (changes: Record<number, string> = {}) =>
    ['C1', '', 'Ana', '987654321', 'Jr. Uno 1', 'Surco', TODAY, '', 'rojo']
      .map((cell, at) => changes[at] ?? cell)
      .join(';');

  it('with two telephones fill the telephone and the note', async () => {
    const cells = [
      '987654321 / 912 345 678',
      '987654321 912345678',
      '(01) 444-5566 - 987654321 y casa',
      '987654321;x',
      '987 / 654',
    ];
    const seen = await preview([
      HEADER,
      ...cells.map((cell, at) => line({ 3: `"${cell}"`, 2: `Ana ${at}`, 7: at === 1 ? 'Frágil' : '' })),
    ]);
    expect(seen.rows.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    await commit(seen.id, 4);
    const { orders } = await dispatch.ok('orders.list', { query: { orden: 'codigo' } });
    expect(orders.map(({ recipient, note }) => [recipient.phone, note])).toEqual([
      ['987654321', 'Otro teléfono: 912 345 678'],
      ['987654321', 'Frágil · Otro teléfono: 912345678'],
      ['(01) 444-5566', 'Otro teléfono: 987654321'],
      ['987654321', null],
    ]);
  });

  describe('with errors', () => {
    const fix = (id: string, body: FixBody, as: Worker = 'ana') => dispatch.call('imports.fix', { as, id, body });
    const fixed = (id: string, body: FixBody) => dispatch.ok('imports.fix', { id, body });

    it('suggest what is probably meant, which fixes all equal lines', async () => {
      const seen = await preview([
        HEADER,
        line(),
        line({ 2: 'B', 5: 'Miraflore' }),
        line({ 2: 'C', 5: 'Miraflore' }),
        line({ 2: 'D', 5: 'Miraflore', 6: 'x' }),
      ]);
      expect(seen.rows[1]).toMatchObject({ errors: [{ column: 'district', suggestion: 'Miraflores' }] });
      expect(seen.rows[3]).toMatchObject({
        errors: [{ suggestion: 'Miraflores' }, { column: 'date', suggestion: null }],
      });
      const { good, broken, doubtful, rows } = await fixed(seen.id, {
        column: 'district',
        value: 'Miraflores',
        lines: [3, 4, 5],
      });
      expect({ good, broken, doubtful }).toEqual({ good: 3, broken: 1, doubtful: [] });
      expect(rows).toMatchObject([
        { line: 3, ok: true, ubigeo: '150122' },
        { line: 4, ok: true },
        { line: 5, ok: false, errors: [{ column: 'date', value: 'x' }] },
      ]);
      const rest = await fileOf(dispatch, 'imports.broken', { id: seen.id });
      expect(csvCells(rest.bytes).map((row) => [row.length, row[5], row[8]])).toEqual([
        [10, 'Distrito', 'Color'],
        [10, 'Miraflores', 'rojo'],
      ]);
      await fix(seen.id, { column: 'date', value: TODAY, lines: [5] });
      expect(await commit(seen.id, 4)).toMatchObject({ orders: 4 });
      expect((await fix(seen.id, { column: 'date', value: TODAY, lines: [5] })).status).toBe(404);
    });

    it('are validated like the file: values, references and duplicates', async () => {
      await dispatch.createOrder({ clientReference: 'P-9' });
      const seen = await preview([
        HEADER,
        line({ 1: 'P-1' }),
        line({ 1: 'P-1', 2: 'B' }),
        line({ 1: 'P-9', 2: 'C' }),
        line({ 2: 'D' }),
        line({ 2: 'D', 5: 'x' }),
      ]);
      expect(seen).toMatchObject({ good: 2, broken: 3, doubtful: [] });
      const still = await fix(seen.id, { column: 'clientReference', value: 'P-9', lines: [3] });
      expect(still.body).toMatchObject({
        rows: [{ errors: [{ column: 'clientReference', value: 'P-9' }] }],
        broken: 3,
      });
      const right = await fix(seen.id, { column: 'clientReference', value: 'P-2', lines: [3, 4] });
      expect(right.body).toMatchObject({
        rows: [
          { line: 3, ok: true },
          { line: 4, ok: false },
        ],
        good: 3,
        broken: 2,
      });
      const double = await fix(seen.id, { column: 'district', value: 'Surco', lines: [6] });
      expect(double.body).toMatchObject({ good: 4, broken: 1, doubtful: [{ line: 6, as: 'line', first: 5 }] });
    });

    it('can be fixed in a column that the file does not have', async () => {
      const header = 'Cliente;Destinatario;Dirección;Distrito;Fecha;Desde';
      const seen = await preview([header, `C1;Ana;Jr. Uno 1;Surco;${TODAY};09:00`]);
      expect(seen.rows).toMatchObject([{ errors: [{ column: 'windowTo' }] }]);
      expect(await fixed(seen.id, { column: 'windowTo', value: '11:00', lines: [2] })).toMatchObject({
        rows: [{ ok: true, window: { from: '09:00', to: '11:00' } }],
      });
    });

    it('are fixed only in invalid lines of the person’s own stored preview', async () => {
      const seen = await preview([HEADER, line(), line({ 5: 'x' })]);
      const change = { column: 'address' as const, value: 'Otra', lines: [2, 99] };
      expect((await fix(seen.id, change)).body).toMatchObject({ rows: [], good: 1, broken: 1, doubtful: [] });
      expect((await fix(seen.id, change, 'luis')).status).toBe(404);
      clock.move(24 * 3_600_000);
      expect((await fix(seen.id, change)).status).toBe(410);
    });
  });
});
