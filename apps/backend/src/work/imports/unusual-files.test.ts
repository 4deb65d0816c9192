import { describe, expect, it } from 'vitest';
import { workbookOf } from '#test/hostile-workbooks.ts';
import { KnownShipments, type Shipment } from './find-doubtful.ts';
import { parseImport, type ParseTask } from './parse-import.ts';
import { parseTable } from './parse-table.ts';

const CLIENT = { id: '1', code: 'C0001', name: 'Óptica', tax_id: '', phone: null, active: true };

const parsed = (text: string, task: Partial<ParseTask> = {}) =>
  parseImport({
    bytes: Buffer.from(text),
    today: '2026-11-29',
    timeZone: 'America/Lima',
    province: '1501',
    clients: [CLIENT],
    couriers: [],
    ...task,
  });

/** @returns the lines of a file: valid ones as orders, others as their errors. */
function linesOf(text: string, task: Partial<ParseTask> = {}) {
  const file = parsed(text, task);
  if (file.kind !== 'lines') throw new Error(JSON.stringify(file));
  return file.lines;
}

const valid = (text: string, task: Partial<ParseTask> = {}) =>
  linesOf(text, task).map((each) => (each.ok ? each.input : each.errors));

it('rejects tables with more columns in total than one table may have', () => {
  const letters = (at: number): string => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
  const known = 'Cliente,Destinatario,Teléfono,Dirección,Distrito,Fecha,Bultos,Cobro,Guía,Nota';
  const tables = Array.from({ length: 260 }, (_, at) => `${known},${'wxyz'.replace(/./g, `$&${letters(at)},`)}\nC0001`);
  expect(parsed(`${known}\nC0001\n${tables.slice(0, 100).join('\n')}`)).toMatchObject({ kind: 'lines' });
  expect(parsed(`${known}\nC0001\n${tables.join('\n')}`)).toEqual({ kind: 'too-complex' });
});

describe('text of other programs', () => {
  it('is normalized when a Mac wrote decomposed accents', () => {
    const text = 'Cliente,Destinatario,Dirección,Distrito,Fecha\nC0001,Iñigo Peña,Jr. Áncash 5,Breña,30/11/2026';
    expect(valid(text.normalize('NFD'))).toMatchObject([
      { recipient: { name: 'Iñigo Peña' }, place: { address: 'Jr. Áncash 5', ubigeo: '150105' } },
    ]);
  });

  it.each([',', ';', '\t'])('has its HTML entities decoded, separated by %j', (separator) => {
    const rows = [
      ['Cliente', 'Destinatario', 'Direcci&oacute;n', 'Distrito', 'Fecha', 'Nota'],
      [
        'C0001',
        'Mar&iacute;a Pe&ntilde;a',
        'Jr. &Aacute;ncash 5 &amp; 6',
        'Bre&ntilde;a',
        '30/11/2026',
        'D&#39;Onofrio',
      ],
      ['C0001', 'Luis &quot;Lucho&quot; Paz', 'Jr. Dos&#44; 2', 'Comas', '30/11/2026', 'x&#59; y'],
    ];
    const read = valid(rows.map((cells) => cells.join(separator)).join('\n'));
    expect(read[0]).toMatchObject({
      recipient: { name: 'María Peña' },
      place: { address: 'Jr. Áncash 5 & 6', ubigeo: '150105' },
      note: "D'Onofrio",
    });
    if (separator !== ';')
      expect(read[1]).toMatchObject({
        recipient: { name: 'Luis ”Lucho” Paz' },
        place: { address: 'Jr. Dos, 2' },
        note: 'x; y',
      });
  });

  it('shows contradicting rows of a document without internal marks', () => {
    const [line] = linesOf(
      'Cliente;Guía;Destinatario;Dirección;Distrito;Fecha;Producto\n' +
        'C0001;G-2;Luis Paz;Av. Dos 2;Breña;30/11/2026;Libro\nC0001;G-2;Eva Ríos;Av. Tres 3;Breña;30/11/2026;Lápiz',
    );
    expect(line).toMatchObject({ ok: false, recipient: 'Luis Paz ≠ Eva Ríos', address: 'Av. Dos 2 ≠ Av. Tres 3' });
    expect(JSON.stringify([line?.ok === false && line.errors])).not.toMatch(/[\ufdd0-\ufdef]/);
  });
});

describe('further headings below the first ones', () => {
  const FIRST = 'Cliente,Destinatario,Direccion,Distrito,Fecha,Cobro\nC0001,Rosa Paz,Jr. Uno 1,Comas,30/11/2026,10\n';
  const eva = { recipient: { name: 'Eva Sol' }, place: { address: 'Jr. Tres 3', ubigeo: '150110' } };
  it.each([
    [
      'in another order',
      'Cliente,Direccion,Destinatario,Distrito,Fecha,Cobro\nC0001,Jr. Tres 3,Eva Sol,Comas,1/12/2026,40',
    ],
    [
      'with other names',
      'Dirección de entrega,CLIENTE *,Distrito,Fecha entrega,Nombre\nJr. Tres 3,C0001,Comas,1/12/2026,Eva Sol',
    ],
    [
      'with more columns',
      'Edad,Celular,Cliente,Direccion,Destinatario,Distrito,Fecha,Guia\n9,987654321,C0001,Jr. Tres 3,Eva Sol,Comas,1/12/2026,G-1',
    ],
  ])('start a table with its own columns, %s', (_, second) => {
    expect(valid(FIRST + second)).toMatchObject([{ recipient: { name: 'Rosa Paz' }, collectDue: 1000 }, eva]);
  });

  it('are counted, and their own columns are read, listed and kept', () => {
    const file = parsed(
      `${FIRST}Fecha,Guia,Cliente,Direccion,Destinatario,Edad\n1/12/2026,G-1,C0001,Jr. Tres 3,Eva Sol,33`,
    );
    expect(file).toMatchObject({
      aside: { read: 4, titles: 2 },
      ignored: ['Edad'],
      header: 'Cliente;Destinatario;Direccion;Distrito;Fecha;Cobro;Guia;Edad;error\r\n',
      lines: [{ ok: true }, { ok: false, text: 'C0001;Eva Sol;Jr. Tres 3;;1/12/2026;;G-1;33' }],
    });
    expect(file.kind === 'lines' && file.kept.columns.length).toBe(6);
  });

  it('that name a column twice make the rows below them errors', () => {
    const [, line] = linesOf(
      `${FIRST}Cliente,Direccion,Direccion,Distrito,Fecha\nC0001,Jr. Tres 3,Eva Sol,Comas,1/12/2026`,
    );
    expect(line).toMatchObject({ ok: false, errors: [{ column: null }] });
    expect(line?.ok === false && line.errors[0]?.reason).toContain('dos veces');
  });
});

describe('a comma that separated a cell of a file with commas', () => {
  const HEAD = 'Cliente,Destinatario,Dirección,Distrito,Fecha';
  const ROW = 'C0001,Rosa,Av. Uno 1,Breña,30/11/2026';
  const last = (rows: readonly string[]) => linesOf(rows.join('\n')).at(-1);
  it.each([
    ['an amount before a note', 'Cobro,Nota', [], '1,234.50', '¿1,234.50?'],
    ['an amount with its currency', 'Cobro,Nota', ['45.90,Llamar'], 'S/ 2,500.00', '¿S/ 2,500.00?'],
    ['whole soles', 'Cobro,Nota', ['45.90,Llamar'], '1,150', '¿1,150?'],
    ['an amount before two figures', 'Cobro,Bultos,Nota', ['45.90,2,Llamar'], '1,234,2', '¿1,234?'],
    ['an amount before a weight like no other', 'Cobro,Peso', ['45.90,2.5'], '1,234.50', '¿1,234.50?'],
    [
      'an amount in a column that is not used',
      'Valor,Cobro,Nota',
      ['900.00,45.90,Llamar'],
      '1,234.50,45',
      '¿1,234.50?',
    ],
    ['an amount before a guide', 'Cobro,Guía', ['20,T001-12'], '1,234.50', '¿1,234.50?'],
  ])('is reported: %s', (_, headings, others, cells, shown) => {
    const line = last([`${HEAD},${headings}`, ...others.map((each) => `${ROW},${each}`), `${ROW},${cells}`]);
    expect(line).toMatchObject({ ok: false, errors: [{ column: null, value: shown, suggestion: null }] });
  });

  it.each([
    ['a small amount and a weight', 'Cobro,Peso,Nota', ['45.90,2.5,Llamar'], '1,250,Frágil', 100],
    ['an amount and a number of the client', 'Cobro,Pedido', ['20,123', '45,150'], '1,234', 100],
    ['an amount and a note with a number', 'Cobro,Nota', ['45.90,Llamar'], '1,timbre 234', 100],
    ['an amount with decimals', 'Cobro,Nota', ['45.90,Llamar'], '1.00,234', 100],
  ])('is not assumed between %s', (_, headings, others, cells, collectDue) => {
    const line = last([`${HEAD},${headings}`, ...others.map((each) => `${ROW},${each}`), `${ROW},${cells}`]);
    expect(line).toMatchObject({ ok: true, input: { collectDue } });
  });

  it('is reported inside an address at the end of the row', () => {
    const head = 'Fecha,Cliente,Distrito,Destinatario,Dirección,Nota\n';
    const row = '30/11/2026,C0001,Breña,Rosa,Jr. Uno 1,';
    expect(valid(`${head}${row} Dpto 3\n${row} Llamar`)).toMatchObject([
      [{ value: '¿Jr. Uno 1, Dpto 3?' }],
      { note: 'Llamar', place: { address: 'Jr. Uno 1' } },
    ]);
    const spaced =
      'Cliente, Destinatario, Dirección, Referencia, Distrito, Fecha\nC0001, Rosa, Jr. Uno 1, Dpto 3, Breña, ';
    expect(valid(`${spaced}30/11/2026`)).toMatchObject([{ place: { address: 'Jr. Uno 1', reference: 'Dpto 3' } }]);
  });
});

describe('what the sheet of a workbook shows', () => {
  const STYLES =
    '<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>' +
    '<cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/><xf xfId="0"/></cellXfs>' +
    '<dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>';
  const SHARED =
    '<sst><si><t>Rosa</t></si><si><r><t>Luis </t></r><r><rPr><strike/></rPr><t>Paz</t></r></si>' +
    '<si><r><rPr><strike val="false"/></rPr><t>Eva</t></r></si></sst>';
  const cell = (text: string, style = '0') => `<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const HEAD = ['Cliente', 'Dirección', 'Distrito', 'Fecha', 'Cobro', 'Destinatario']
    .map((text) => cell(text))
    .join('');
  const rowOf = (recipient: string, style?: string) =>
    `<row>${['C0001', 'Jr. Uno 1', 'Breña', '30/11/2026', '999'].map((text) => cell(text, style)).join('')}${recipient}</row>`;
  const file = async (rows: string, task: Partial<ParseTask> = {}, columns = '') => {
    const bytes = await workbookOf(
      `<worksheet>${columns}<sheetData><row>${HEAD}</row>${rows}</sheetData></worksheet>`,
      { 'xl/styles.xml': STYLES, 'xl/sharedStrings.xml': SHARED },
    );
    const read = parsed('', { bytes, ...task });
    if (read.kind !== 'lines') throw new Error(JSON.stringify(read));
    return read;
  };

  it.each([
    ['the font of its cells', rowOf(cell('Rosa', '1'), '1')],
    ['the font of one cell', rowOf(cell('Rosa', '1'))],
    ['the font of its named style', rowOf(cell('Rosa', '3'))],
    ['a part of a shared text', rowOf('<c t="s"><v>1</v></c>')],
    ['a part of a text', rowOf('<c t="inlineStr"><is><r><rPr><strike/></rPr><t>Ana</t></r></is></c>')],
  ])('leaves out a row crossed out by %s, unless the person includes it', async (_, crossed) => {
    const rows = `${rowOf('<c t="s"><v>0</v></c>')}${crossed}`;
    const left = await file(rows);
    expect(left).toMatchObject({ crossed: [3], aside: { read: 3, hidden: 1 }, hiddenRows: [{ line: 3 }] });
    expect(left.lines.map(({ line }) => line)).toEqual([2]);
    expect(await file(rows, { includeCrossed: true })).toMatchObject({
      crossed: [3],
      aside: { hidden: 0 },
      hiddenRows: [],
      lines: [
        { line: 2, ok: true },
        { line: 3, ok: true },
      ],
    });
  });

  it('reads a row whose texts are not crossed out', async () => {
    const rows = `${rowOf('<c t="s"><v>2</v></c>', '2')}${rowOf(`${cell('Rosa')}<c s="1"/>`)}`;
    expect(await file(rows)).toMatchObject({ crossed: [], lines: [{ ok: true }, { ok: true }] });
  });

  it.each(['hidden="1"', 'width="0"'])(
    'names the hidden columns that are used, and can leave them out: %s',
    async (how) => {
      const columns = `<cols><col min="5" max="5" ${how}/><col min="9" max="16384" ${how}/></cols>`;
      const rows = rowOf(cell('Rosa'));
      expect(await file(rows, {}, columns)).toMatchObject({
        source: { hiddenColumns: { names: ['Cobro'], read: true } },
        lines: [{ input: { collectDue: 99_900 } }],
      });
      expect(await file(rows, { skipHiddenColumns: true }, columns)).toMatchObject({
        source: { hiddenColumns: { names: ['Cobro'], read: false } },
        lines: [{ input: { collectDue: null } }],
      });
      expect((await file(rows)).source).not.toHaveProperty('hiddenColumns');
    },
  );

  it('is the same for clients: crossed-out rows are left out, hidden columns named', async () => {
    const bytes = await workbookOf(
      `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row>${cell('Nombre')}${cell('Teléfono')}</row>` +
        `<row>${cell('Uno')}${cell('987654321')}</row><row>${cell('Dos', '1')}</row></sheetData></worksheet>`,
      { 'xl/styles.xml': STYLES },
    );
    expect(parseTable({ table: 'clients', bytes, context: { province: undefined } })).toMatchObject({
      hidden: 1,
      source: { hiddenColumns: { names: ['Teléfono'] } },
      lines: [{ input: { name: 'Uno' } }],
    });
  });
});

it.each([
  ['dic-26', true],
  ['1-Dec', true],
  ['12-set.', true],
  ['01-dic-26', true],
  ['2026-12-26', true],
  ['1/12/2026', true],
  ['MAR-15', false],
  ['12-26', false],
  ['T001-12', false],
  ['mar-1500', false],
  ['dicono', false],
])('doubts that the guide %s is one: %s', (guide, isDoubted) => {
  const [line] = linesOf(
    `Cliente;Destinatario;Dirección;Distrito;Fecha;Guía\nC0001;Pío;Jr. 5;Breña;30/11/2026;${guide}`,
  );
  expect(line?.ok === true && line.notes.some((note) => note.includes('Excel'))).toBe(isDoubted);
});

describe('a telephone with words', () => {
  const phonesOf = (cell: string) => {
    const [line] = linesOf(
      `Cliente;Destinatario;Dirección;Distrito;Fecha;Teléfono\nC0001;Pío;Jr. 5;Breña;30/11/2026;${cell}`,
    );
    return line?.ok ? [line.input.recipient.phone, line.input.note] : line?.errors.map(({ column }) => column);
  };

  it.each([
    ['987654321.', '987654321', null],
    ['987654321 (WhatsApp)', '987654321', null],
    ['tel: 987654321', '987654321', null],
    ['+51 +51 987654321', '+51 987654321', null],
    ['987.654.321', '987654321', null],
    ['987,654,321', '987654321', null],
    ['987654321.0', '987654321', null],
    ['Cel: 987 654 321 / Fijo: 01-4332211', '987 654 321', 'Otro teléfono: 01-4332211'],
    ['+51 (01) 433-2211 anexo 12', '+51 (01) 433-2211', 'Teléfono en el archivo: +51 (01) 433-2211 anexo 12'],
    ['987654321 Rosa / 987111222 Luis', '987654321', 'Teléfono en el archivo: 987654321 Rosa / 987111222 Luis'],
  ])('%j is read, and its other words are in the note', (cell, phone, note) => {
    expect(phonesOf(cell)).toEqual([phone, note]);
  });

  it.each(['s/n', 'S/N', 'no tiene', 'Sin teléfono', 'N/A', 'ninguno', '-'])('%j is not a telephone', (cell) => {
    expect(phonesOf(cell)).toEqual([null, null]);
  });

  it.each(['casa', 'DNI 44556677', 'Av. Perú 1234567', '98765432l', 'Rosa 123456', 'llamar 5 veces', 'no tiene 12345'])(
    '%j is an error',
    (cell) => {
      expect(phonesOf(cell)).toEqual(['phone']);
    },
  );
});

describe('a place in another form than two numbers', () => {
  const POINT = { lat: -12.12, lng: -77.03 };
  const placeOf = (headings: string, cells: string) => {
    const [line] = linesOf(
      `Cliente;Destinatario;Dirección;Distrito;Fecha;${headings}\nC0001;Pío;Jr. 5;Miraflores;30/11/2026;${cells}`,
    );
    return line?.ok ? line.input.place.point : line?.errors.map(({ column, suggestion }) => [column, suggestion]);
  };

  it.each([
    ['Coordenadas', '-12.12,-77.03'],
    ['Coordenadas', '(-12.12, -77.03)'],
    ['Lat / Long', '-12,12 -77,03'],
    ['GPS', '-12.12 | -77.03'],
    ['GPS', `12°07'12"S 77°01'48"O`],
    ['GPS', "S 12° 7.2' W 77° 1.8'"],
    ['GPS', 'Lat: -12.12 Lng: -77.03'],
    ['Ubicación', 'https://maps.google.com/?q=-12.12,-77.03'],
    ['Link de ubicación', 'https://www.google.com/maps/place/X/@-12.12,-77.03,17z'],
    ['Latitud;Longitud', '-12.12,-77.03;'],
    ['Latitud;Longitud', `12°07'12"S;77°01'48"W`],
    ['Latitud;Longitud', '12.12 S;77.03 W'],
  ])('is read from «%s»: %s', (headings, cells) => {
    expect(placeOf(headings, cells)).toEqual(POINT);
  });

  it.each([
    ['Coordenadas', '-77.03,-12.12', [['coordinates', '-12.12, -77.03']]],
    ['Latitud;Longitud', '12.12,77.03;', [['lat', '-12.12, -77.03']]],
    ['Coordenadas', '-12,12', [['coordinates', null]]],
    ['Coordenadas', 'frente al parque', [['coordinates', null]]],
    ['Latitud;Longitud', '-12,12;', [['lng', '']]],
  ])('is an error with a suggestion in «%s»: %s', (headings, cells, errors) => {
    expect(placeOf(headings, cells)).toEqual(errors);
  });

  it('is ignored if a column only describes it, and noted if a link has no coordinates', () => {
    expect(placeOf('Ubicación', 'Frente al parque')).toBeNull();
    expect(placeOf('Coordenadas', 'https://maps.app.goo.gl/abc')).toBeNull();
  });

  it('proves the district that the line names', () => {
    const file = (point: string) =>
      `Cliente;Destinatario;Dirección;Distrito;Fecha;Coordenadas\nC0001;Pío;Jr. 5;Cayma;30/11/2026;${point}`;
    expect(valid(file('-16.37, -71.55'))).toMatchObject([{ place: { ubigeo: '040103' } }]);
    expect(valid(file(''))).toMatchObject([[{ column: 'district', suggestion: 'Cayma, Arequipa' }]]);
  });
});

it.each([
  'Nombre y Apellidos',
  'NOMBRES Y APELLIDO',
  'Apellidos, Nombres',
  'Apellido y nombre del destinatario',
  'Nombres / Apellidos',
  'Customer full name',
])('reads the recipient from «%s»', (heading) => {
  expect(valid(`Cliente;${heading};Dirección;Distrito;Fecha\nC0001;Rosa Paz;Jr. 5;Breña;30/11/2026`)).toMatchObject([
    { recipient: { name: 'Rosa Paz' } },
  ]);
});

it('reads numbers that a program wrote with a decimal', () => {
  expect(
    valid(
      'Cliente;Destinatario;Dirección;UBIGEO;Fecha;Guía;Pedido;Bultos;Parada\nC0001;Pío;Jr. 5;150105.0;30/11/2026;1001.0;77.0;2.0;3.0',
    ),
  ).toMatchObject([{ guide: '1001', clientReference: '77', packages: 2, place: { ubigeo: '150105' } }]);
});

describe('a possible double', () => {
  const one: Shipment = {
    client: { id: '1', name: 'Óptica' },
    recipient: 'Juan Pérez Soto',
    address: 'Jr. Puno 450',
    ubigeo: '150105',
    date: '2026-11-30',
    collectDue: null,
    clientReference: null,
    guide: null,
  };
  const isDouble = (other: Partial<Shipment>): boolean => {
    const known = new KnownShipments();
    known.add(one, { as: 'line', first: 2 });
    return known.find({ ...one, ...other }) !== undefined;
  };

  it.each([
    { recipient: 'Pérez Soto, Juan' },
    { recipient: 'Sr. Juan Pérez Soto' },
    { recipient: 'Juan Pérez' },
    { address: 'Puno 450' },
    { address: 'Jirón Puno N° 450, Breña' },
    { address: 'Puno 450 - Breña, Lima' },
    { recipient: 'PEREZ JUAN', address: 'Jr Puno #450' },
  ])('is found as %j', (other) => {
    expect(isDouble(other)).toBe(true);
  });

  it.each([
    { recipient: 'Juana Pérez Soto' },
    { recipient: 'Juan' },
    { recipient: 'Juan Pérez Ríos' },
    { address: 'Jr. Puno 451' },
    { address: 'Jr. Puno 450 Dpto 2' },
    { address: 'Breña 450' },
    { date: '2026-12-01' },
  ])('is not found as %j', (other) => {
    expect(isDouble(other)).toBe(false);
  });
});
