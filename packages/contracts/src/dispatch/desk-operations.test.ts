import { describe, expect, it } from 'vitest';
import { type Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { DESK_ACCESS, DESK_OPERATIONS, type DeskOperationId, DOWNLOADS } from './desk-operations.ts';
import { FULL_EXPORT_ORDERS, isFullExport } from './exports.ts';
import { XLSX_MEDIA_TYPE } from './files.ts';
import { DISPATCH_OPERATIONS } from './operations.ts';

const all = Object.entries(DESK_OPERATIONS) as [DeskOperationId, Operation][];
const TICKET = 'a'.repeat(43);

/** What a query needs besides its office. */
const NEEDED: Partial<Record<DeskOperationId, object>> = {
  'exports.download': { ticket: TICKET },
  'imports.preview': { fileName: 'pedidos.csv' },
};

describe('the operations of the dispatcher’s desk', () => {
  it('use each method and path once, also beside all others', () => {
    const everything = Object.values<Operation>({ ...OPERATIONS, ...DISPATCH_OPERATIONS, ...DESK_OPERATIONS });
    const places = everything.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(places).size).toBe(places.length);
    expect(all).toHaveLength(12);
  });

  it('let no word of a path be taken for an id', () => {
    const words = new Set(all.flatMap(([, { path }]) => path.split('/').filter((part) => /^[a-z]/.test(part))));
    const withId = all.filter(([, { params }]) => params);
    expect(withId.map(([id]) => id).sort()).toEqual(['imports.broken', 'imports.commit', 'views.edit', 'views.remove']);
    for (const [id, { params }] of withId) {
      expect(params?.safeParse({ id: '17' }).success, id).toBe(true);
      for (const word of [...words, '0', '017', '../1', '1/2'])
        expect(params?.safeParse({ id: word }).success, `${id} ${word}`).toBe(false);
    }
  });

  it.each(all)('%s: names its office, and takes nothing it does not know', (id, { query, method, body, upload }) => {
    const needed = NEEDED[id] ?? {};
    expect(query?.safeParse({ officeId: 'N1', ...needed }).success).toBe(true);
    expect(query?.safeParse(needed).success).toBe(false);
    expect(query?.safeParse({ officeId: 'N1', ...needed, company: 'sur' }).success).toBe(false);
    expect(body === null && upload === undefined).toBe(method === 'GET');
  });

  it('are open to U01 alone', () => {
    expect(Object.keys(DESK_ACCESS)).toEqual(all.map(([id]) => id));
    expect(Object.values(DESK_ACCESS).map((codes) => codes.join())).toEqual(all.map(() => 'U01'));
  });

  it('say of each file that it is one', () => {
    const files = all.filter(([, { response }]) => response && 'file' in response && response.file);
    expect(files.map(([id]) => id).sort()).toEqual([...DOWNLOADS].sort());
  });

  it('want a ticket that nobody guesses', () => {
    const { query } = DESK_OPERATIONS['exports.download'];
    for (const ticket of ['', '7', 'a'.repeat(19), 'a'.repeat(201), `${TICKET}/..`, `${TICKET} `])
      expect(query.safeParse({ officeId: 'N1', ticket }).success, ticket).toBe(false);
  });
});

describe('what an import may bring', () => {
  const { query, upload } = DESK_OPERATIONS['imports.preview'];

  it('is a file of one of three types, with a name of one line', () => {
    expect(upload).toEqual(['text/csv', 'text/plain', XLSX_MEDIA_TYPE]);
    const takes = (fileName: string) => query.safeParse({ officeId: 'N1', fileName }).success;
    expect(takes('pedidos de ñandú.csv')).toBe(true);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(201)]) expect(takes(name), name).toBe(false);
  });
});

describe('a full export', () => {
  it('is one without a filter, or of a great many orders', () => {
    expect(isFullExport({})).toBe(true);
    expect(isFullExport({ estado: undefined, buscar: '' })).toBe(true);
    // What is read as no filter is none.
    expect(isFullExport({ buscar: '  ', no_estado: '' })).toBe(true);
    expect(isFullExport({ estado: 'pendiente' })).toBe(false);
    expect(isFullExport({ estado: 'pendiente' }, { orders: FULL_EXPORT_ORDERS })).toBe(false);
    expect(isFullExport({ estado: 'pendiente' }, { orders: FULL_EXPORT_ORDERS + 1 })).toBe(true);
  });

  it('is one of days alone, unless they are a month at most', () => {
    expect(isFullExport({ desde: '2026-01-01' })).toBe(true);
    expect(isFullExport({ hasta: '2026-12-31' })).toBe(true);
    expect(isFullExport({ desde: '2026-10-01', hasta: '2026-10-31' })).toBe(false);
    expect(isFullExport({ desde: '2026-10-01', hasta: '2026-11-01' })).toBe(true);
    expect(isFullExport({ desde: '2026-01-01', hasta: '2026-12-31', estado: 'no_entregada' })).toBe(false);
  });

  it('is one of more than half of an office that has more than a few', () => {
    const filter = { no_estado: 'anulada' };
    expect(isFullExport(filter, { orders: 500, ofOffice: 1000 })).toBe(false);
    expect(isFullExport(filter, { orders: 501, ofOffice: 1000 })).toBe(true);
    expect(isFullExport(filter, { orders: 200, ofOffice: 200 })).toBe(false);
    expect(isFullExport(filter, { orders: 201, ofOffice: 201 })).toBe(true);
  });
});
