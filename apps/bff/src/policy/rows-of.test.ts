import { client } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows-of.ts';

describe('rowsOf', () => {
  const read = rowsOf(client);

  it('S32: leaves out rows without an id, and counts them', () => {
    const rows = [{ id: '7', more: 1 }, { more: 2 }, null];
    expect(read(rows)).toEqual({ value: [{ id: '7', more: 1 }], skipped: 2 });
  });

  it('G27: accepts only lists of records', () => {
    for (const other of [{}, 'text', undefined, [1, 2]]) expect(read(other)).toBeUndefined();
  });
});
