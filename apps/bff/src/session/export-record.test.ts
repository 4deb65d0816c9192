import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { filterDigest, packTicket, selectionDigest, unpackTicket } from './export-record.ts';

const hash = createKeyedHash(['a secret of at least thirty-two characters']);

describe('the log record of an export', () => {
  it('is the same after a round trip in the ticket', () => {
    const record = fc.record({ count: fc.maxSafeNat(), digest: fc.stringMatching(/^[\w-]{16}$/) });
    fc.assert(
      fc.property(record, fc.stringMatching(/^[\w-]{20,130}$/), (each, ticket) => {
        expect(unpackTicket(packTicket(each, ticket))).toEqual({ record: each, ticket });
      }),
    );
    expect(unpackTicket('a'.repeat(20))).toBeUndefined();
  });

  it('has the same digest for equal filters, however written, and another for others', () => {
    const digest = filterDigest(hash, { estado: 'pendiente', buscar: 'Quispe' });
    expect(digest).toMatch(/^[\w-]{16}$/);
    expect(filterDigest(hash, { buscar: ' Quispe ', estado: 'pendiente' })).toBe(digest);
    expect(filterDigest(hash, { buscar: 'Quispe' })).not.toBe(digest);
    expect(filterDigest(createKeyedHash(['another secret of thirty-two characters']), { buscar: 'Quispe' })).not.toBe(
      filterDigest(hash, { buscar: 'Quispe' }),
    );
    expect(selectionDigest(hash, ['7', '12'])).toBe(selectionDigest(hash, ['12', '7']));
    expect(selectionDigest(hash, ['7', '12'])).not.toBe(selectionDigest(hash, ['7', '13']));
  });
});
