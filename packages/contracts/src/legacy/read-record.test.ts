import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { client } from '../subjects/clients.ts';
import { user } from '../subjects/users.ts';
import { legacyCredentials } from './index.ts';
import { readRecord, readRows, SET_ASIDE } from './read-record.ts';

describe('a legacy field of another type', () => {
  it.each([
    ['phone', 987654321, '987654321'],
    ['active', 1, true],
    ['active', 0, false],
    ['active', 'SI', true],
    ['active', 'false', false],
    ['lat', '-12.04', -12.04],
    ['lng', ' -77 ', -77],
    ['code', 12.5, '12.5'],
  ])('S32: coerces %s when the meaning of %j is clear', (name, came, value) => {
    expect(readRecord(client, { id: 1, [name]: came })).toEqual({ id: 1, [name]: value });
  });

  it.each([
    ['name', null],
    ['lat', ''],
    ['active', null],
    ['createdAt', null],
  ])('S32: omits %s when it is %j', (name, came) => {
    expect(readRecord(client, { id: 1, [name]: came, zona: 'Sur' })).toEqual({ id: 1, zona: 'Sur' });
  });

  it.each([
    ['name', { es: 'Bodega' }],
    ['name', true],
    ['name', ['Bodega']],
    ['phone', 1e30],
    ['lat', '12,04'],
    ['lat', true],
    ['active', 2],
    ['active', 'constructor'],
    ['active', 'quizás'],
  ])('S32: shows %s raw when it is %j', (name, came) => {
    expect(readRecord(client, { id: 1, [name]: came })).toEqual({ id: 1, [SET_ASIDE]: { [name]: came } });
  });

  it("S32: keeps a host's own field with the name of the set-aside field", () => {
    expect(readRecord(client, { id: 1, name: [], [SET_ASIDE]: 'suyo' })).toEqual({
      id: 1,
      [SET_ASIDE]: { name: [], [SET_ASIDE]: 'suyo' },
    });
  });

  it('returns a documented record unchanged', () => {
    const record = { id: 7, name: 'Bodega', contact: null, zona: { codigo: 3 } };
    expect(readRecord(client, record)).toBe(record);
  });

  it('reports each undocumented field once', () => {
    const onField = vi.fn();
    readRecord(client, { id: 1, phone: 9, name: null, lat: {}, zona: 1, code: 'x' }, onField);
    expect(onField.mock.calls).toEqual([
      ['name', 'empty', null],
      ['phone', 'coerced', 9],
      ['lat', 'set-aside', {}],
    ]);
  });
});

describe('fields that grant access', () => {
  const office = { officeId: { id: 'LIMA' } };

  it.each([null, 1, true, ['S'], { id: 'S' }, 0])('S30: treats a charge of %j as none', (charge) => {
    expect(readRecord(legacyCredentials, { ...office, charge })?.charge).toBeUndefined();
  });

  it('S30: accepts a permission list only in the documented form', () => {
    const documented = { module: 'D01', desde: '2020' };
    const others = ['G01', { module: ['G01'] }, { module: 1 }, { code: 'G01' }, null, ['G01'], { module: ' G01' }];
    expect(readRecord(legacyCredentials, { ...office, permissionsList: [...others, documented] })).toEqual({
      ...office,
      permissionsList: [documented],
      [SET_ASIDE]: { permissionsList: others },
    });
    for (const list of ['G01', { module: 'G01' }, null, 1, true])
      expect(readRecord(legacyCredentials, { ...office, permissionsList: list })?.permissionsList).toBeUndefined();
  });

  it('S32: grants no charge or module that was not sent as documented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (charge, permissionsList) => {
        const read = readRecord(user, { id: 1, charge, permissionsList });
        expect([undefined, charge]).toContain(read?.charge);
        const sent: unknown[] = Array.isArray(permissionsList) ? permissionsList : [];
        for (const entry of read?.permissionsList ?? []) expect(sent).toContain(entry);
      }),
    );
  });
});

describe('a legacy list', () => {
  it('S32: skips rows without an id, and counts them', () => {
    const rows = [{ id: 1 }, { id: null }, {}, { id: '' }, { id: true }, { id: 2 ** 60 }, 'x', null, { id: 'a' }];
    expect(readRows(user, rows)).toEqual({ rows: [{ id: 1 }, { id: 'a' }], skipped: 7 });
  });

  it('accepts only a list of records', () => {
    expect(readRows(user, [])).toEqual({ rows: [], skipped: 0 });
    for (const value of [{}, null, 'x', { users: [] }, { data: { data: [] } }, { data: null }, [null, 7], [[]]])
      expect(readRows(user, value)).toBeUndefined();
  });

  it.each([
    [{ data: [{ id: 1 }] }],
    [{ success: true, message: 'ok', data: [{ id: 1 }] }],
    [
      {
        data: [{ id: 1 }],
        total: 1,
        totalPages: 1,
        next: null,
        meta: { count: '1', lastPage: 1 },
        links: { next: '' },
      },
    ],
  ])('S32: reads a list wrapped once: %j', (value) => {
    expect(readRows(user, value)).toEqual({ rows: [{ id: 1 }], skipped: 0 });
  });

  it.each([
    [{ data: [{ id: 1 }], total: 2 }],
    [{ data: [{ id: 1 }], totalPages: 3 }],
    [{ data: [{ id: 1 }], next: '/users?page=2' }],
    [{ data: [{ id: 1 }], meta: { total_count: 1, total: '20' } }],
    [{ data: [{ id: 1 }], links: { next: '/users?page=2' } }],
  ])('S32: does not unwrap a single page of a list: %j', (value) => {
    expect(readRows(user, value)).toBeUndefined();
  });

  it('S32: parses any JSON into the form of the contract, or rejects it', () => {
    const names = [...Object.keys(client._zod.def.shape), 'zona'];
    const row = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.jsonValue()), { maxLength: 5 }), (rows) => {
        const read = readRows(client, rows);
        for (const each of read?.rows ?? []) expect(client.safeParse(each).success).toBe(true);
        expect((read?.rows.length ?? rows.length) + (read?.skipped ?? 0)).toBe(rows.length);
      }),
    );
  });
});
