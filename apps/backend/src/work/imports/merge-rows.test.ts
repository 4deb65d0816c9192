import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.ts';
import { mergeRows } from './merge-rows.ts';
import { readHeader, WORDS } from './read-header.ts';

const HEADER = readHeader(['Guía', 'Destinatario', 'Dirección', 'Producto', 'Cantidad', 'Peso (kg)', 'Cobro']);
const rowsOf = (...lines: string[]) => lines.map((line, index) => ({ line: index + 2, cells: line.split(';') }));
const merged = (...lines: string[]) =>
  mergeRows(rowsOf(...lines), HEADER).map(({ rows, cells }) => [rows.join(), cells.join(';')]);

describe('the rows of one document', () => {
  it('become one order: packages and weights added, items listed, one amount', () => {
    expect(
      merged(
        'T1-1;Ana;Jr. Uno 1;Caja roja;1;0.5;45',
        'T1-2;Luz;Jr. Dos 2;Libro;2;;',
        't1-1 ;ANA;jr. uno 1;Caja azul;2.0;1.25;45',
        'T1-1;;;Tubo;;;',
      ),
    ).toEqual([
      ['2,4,5', 'T1-1;Ana;Jr. Uno 1;Caja roja ×1, Caja azul ×2, Tubo ×1;4;1.75;45'],
      ['3', 'T1-2;Luz;Jr. Dos 2;Libro ×2;2;;'],
    ]);
  });

  it('keep all different notes', () => {
    const header = readHeader(['Guía', 'Producto', 'Nota']);
    const rows = rowsOf('T1;A;Frágil', 'T1;B;frágil', 'T1;C;', 'T1;D;Timbre 2');
    expect(mergeRows(rows, header)[0]?.cells).toEqual(['T1', 'A, B, C, D', 'frágil · Timbre 2']);
  });

  it('stay separate without a document, and without a column of items', () => {
    expect(merged(';Ana;Jr. Uno 1;Caja;1;;', ';Ana;Jr. Uno 1;Caja;1;;').map(([rows]) => rows)).toEqual(['2', '3']);
    const header = readHeader(['Guía', 'Destinatario']);
    expect(mergeRows(rowsOf('T1-1;Ana', 'T1-1;Ana'), header).map(({ rows }) => rows)).toEqual([[2], [3]]);
  });

  it('are errors that name the lines if they differ', () => {
    const [row] = mergeRows(
      rowsOf('T1;Ana;Jr. Uno 1;A;1;;45', 'T1;Ana;Jr. Dos 2;B;1;;', 'T1;Ana;Jr. Uno 1;C;1;;46', 'T1;Ana;;D;1;;'),
      HEADER,
    );
    const line = new LineReader(row?.cells ?? [], HEADER);
    expect(line.errors.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['address', 'Jr. Uno 1 ≠ Jr. Dos 2', 'Las líneas 2, 3 y 4 son de un mismo documento y no dicen lo mismo'],
      ['collectDue', '45 ≠ 46', 'Las líneas 2 y 4 son de un mismo documento y no dicen lo mismo'],
    ]);
  });

  it('make an unreadable number an error of the order', () => {
    expect(merged('T1;Ana;Jr. Uno 1;A;2;1;', 'T1;Ana;Jr. Uno 1;B;2.5;x;')).toEqual([
      ['2,3', 'T1;Ana;Jr. Uno 1;A ×2, B;2.5;x;'],
    ]);
  });

  it('list as many items as fit, and count the others', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `T1;Ana;Jr. Uno 1;Producto número ${at};1;;`);
    const items = mergeRows(rowsOf(...lines), HEADER)[0]?.cells[3] ?? '';
    expect(items.length).toBeLessThanOrEqual(420);
    const listed = items.split(', ').length;
    expect(items.endsWith(`×1… y ${60 - listed} más`)).toBe(true);
  });

  it('neither lose nor add a package', () => {
    const row = fc.record({ guide: fc.constantFrom('', 'T1', 'T2'), packages: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const orders = mergeRows(rowsOf(...rows.map((each) => `${each.guide};Ana;Jr. 1;A;${each.packages};;`)), HEADER);
        const sum = orders.reduce((total, { cells }) => total + Number(cells[4]), 0);
        expect(sum).toBe(rows.reduce((total, { packages }) => total + packages, 0));
        expect(orders.flatMap((each) => each.rows).sort((one, other) => one - other)).toEqual(
          rows.map((_, at) => at + 2),
        );
      }),
    );
  });
});

describe('headings', () => {
  it('name one column each', () => {
    const keys = new Map<string, string>();
    for (const [word, key] of WORDS) {
      expect([word, keys.get(word) ?? key]).toEqual([word, key]);
      keys.set(word, key);
    }
  });

  it.each([
    [
      'NÚMERO GUÍA *,VEHÍCULO,NOMBRE ITEM,CANTIDAD,CÓDIGO ITEM,IDENTIFICADOR CONTACTO *,NOMBRE CONTACTO,TELÉFONO,DIRECCIÓN *,FECHA MIN ENTREGA,FECHA MAX ENTREGA',
      'guide,plate,item,packages,itemCode,recipient,phone,address,windowFrom,windowTo',
    ],
    [
      'Título,Dirección,Carga,Hora inicio,Hora fin,Tiempo de servicio,Notas,Nombre de contacto,Teléfono de contacto',
      'title,address,windowFrom,windowTo,note,recipient,phone,packages',
    ],
    [
      'Order ID,Customer Name,Phone Number,Address Line 1,City,Latitude,Longitude,Delivery Date,Time Window Start,Time Window End,Driver,Notes,COD amount',
      'clientReference,recipient,phone,address,city,lat,lng,date,windowFrom,windowTo,courier,note,collectDue',
    ],
    [
      'Address,Earliest arrival,Latest arrival,Load,Weight,Vehicle,Sequence,Email,Service time',
      'address,windowFrom,windowTo,weight,plate,stop,packages',
    ],
    [
      'Nombres,Apellido paterno,Apellido materno,Franja horaria,Chofer,Orden de visita',
      'recipient,lastName,secondLastName,window,courier,stop',
    ],
    [
      'Destinatario (obligatorio),Fecha de entrega (dd/mm/aaaa),Monto (S/),Distrito/Ubigeo',
      'recipient,date,collectDue,ubigeo',
    ],
    ['Contacto,Destinatario,Vehículo,Placa,Descripción,Producto', 'recipient,plate,item'],
    ['N° Documento,Nombre item', 'item,guide'],
    ['N° Documento,Nombre', 'recipient'],
    ['Código,Nombre', 'recipient'],
    ['Monto (US$),Peso (g),Peso (lb),Nombre', 'recipient'],
    ['Código,Estado,Distrito,UBIGEO,Ubicación,Último cambio', 'district,ubigeo,code,accuracy'],
  ])('of «%s» are recognised', (headings, keys) => {
    const { places, repeated } = readHeader(headings.split(','));
    expect([[...places.keys()].join(), repeated]).toEqual([keys, []]);
  });
});
