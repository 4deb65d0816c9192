import { columnMap, IMPORT_COLUMN_KEYS, phone, readColumnMap, writeColumnMap } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownShipments, type Shipment } from './find-doubtful.ts';
import { findTable, layoutOf } from './import-layout.ts';
import { readPhones } from './read-phones.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', ' ', 'Cliente', 'Destinatario', 'Dist.', 'Fecha', 'Obs.', '24/11/2026'),
);
const grid = fc.array(fc.array(cell, { maxLength: 8 }), { minLength: 1, maxLength: 30 });
const choice = fc.record({
  line: fc.integer({ min: 1, max: 21 }),
  columns: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(...IMPORT_COLUMN_KEYS)), {
    selector: ([, key]) => key,
    maxLength: IMPORT_COLUMN_KEYS.length,
  }),
});

describe('the headings of arbitrary files', () => {
  it('are in one of the first rows, and every row below belongs to the table', () => {
    fc.assert(
      fc.property(grid, (cells) => {
        const table = findTable(cells, []);
        expect(table.line).toBeGreaterThanOrEqual(1);
        expect(table.line).toBeLessThanOrEqual(21);
        expect(table.rows).toHaveLength(cells.length - table.line);
        const { columns } = layoutOf(table);
        expect(new Set(columns.map(({ place }) => place)).size).toBe(columns.length);
        for (const { heading, samples } of columns)
          expect(Math.max(heading.length, samples.length * 20)).toBeLessThanOrEqual(60);
      }),
    );
  });

  it('keep any choice of columns through a query string', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const map = writeColumnMap(chosen);
        expect(columnMap.safeParse(map).success).toBe(true);
        expect(readColumnMap(map, IMPORT_COLUMN_KEYS)).toEqual(chosen);
      }),
    );
  });

  it('are found again by their signature, whatever is above', () => {
    const headings = ['Quién', 'Dónde', 'Cuándo', 'Cuánto'];
    const above = fc.array(fc.array(cell, { maxLength: 2 }), { maxLength: 20 });
    fc.assert(
      fc.property(above, (titles) => {
        const columns = [[0, 'recipient']] as const;
        const { signature } = findTable([headings], []);
        const known = [{ signature, columns, client: 'Botica' }];
        const table = findTable([...titles, [], headings, ['Ana']], known);
        if (titles.length < 20) expect(table).toMatchObject({ remembered: true, client: 'Botica', rows: [['Ana']] });
      }),
    );
  });
});

it('rejects a telephone cell longer than telephones are', () => {
  expect(readPhones(`1${' ('.repeat(120)}5`)).not.toHaveProperty('value');
  expect(readPhones(`987654321 ${'llamar '.repeat(40)}`)).not.toHaveProperty('value');
});

it('reads any telephone cell as valid telephones or as an error', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('0', '9', '5', '1', ' ', '-', '+', '(', ')', '/', 'y'), maxLength: 40 }),
  );
  fc.assert(
    fc.property(text, (written) => {
      const read = readPhones(written);
      if (!('value' in read)) return;
      if (read.value.first === null) {
        expect(written).not.toMatch(/\d/);
        return;
      }
      const phones = [read.value.first, ...read.value.others];
      expect(phones.every((each) => phone.safeParse(each).success)).toBe(true);
      // A repeated prefix is the only thing left out.
      const digits = written.replace(/(?:\+51[ -]{0,3})+(?=\+51)/g, '').replace(/\D/g, '');
      expect(phones.join('').replace(/\D/g, '')).toBe(digits);
    }),
  );
});

it('ignores the invisible marks around a telephone', () => {
  expect(readPhones('\u202a987654321\u202c / \u200e+51 912\u00ad345678')).toEqual({
    value: { first: '987654321', others: ['+51 912345678'] },
  });
});

it('finds the same shipment however its texts are written', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'e', 'n', 'ñ', 'á', 'é', ' ', '1', '2'),
    minLength: 1,
    maxLength: 12,
  });
  const shipment = fc.record<Shipment>({
    client: fc.record({ id: fc.constant(null), name }),
    recipient: name,
    address: name,
    ubigeo: fc.constant(''),
    date: fc.constantFrom('2026-11-24', '2026-11-25'),
    collectDue: fc.constantFrom(null, 100),
    clientReference: fc.constant(null),
    guide: fc.constantFrom(null, 'T1'),
  });
  const rewritten = (text: string): string =>
    ` ${text
      .toUpperCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')}. `;
  fc.assert(
    fc.property(shipment, (one) => {
      const known = new KnownShipments();
      expect(known.find(one)).toBeUndefined();
      known.add(one, { as: 'line', first: 2 });
      const { client, recipient, address } = one;
      const again = {
        ...one,
        client: { ...client, name: rewritten(client.name) },
        recipient: rewritten(recipient),
        address: rewritten(address),
      };
      expect(known.find(again)).toEqual({ as: 'line', first: 2 });
      expect(known.find({ ...one, collectDue: 200 })).toBeUndefined();
    }),
  );
});
