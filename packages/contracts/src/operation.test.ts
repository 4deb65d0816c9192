import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const filled = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed());

describe('pathOf', () => {
  it('fills in the parameters', () => {
    expect(pathOf(OPERATIONS['users.list'], { officeId: 'LIMA' })).toBe('/api/users/LIMA');
    expect(pathOf({ path: '/api/:a/x/:b' }, { a: '1', b: '2' })).toBe('/api/1/x/2');
    expect(pathOf(OPERATIONS['clients.list'], {})).toBe('/api/clients');
  });

  it('encodes each value within its path segment', () => {
    fc.assert(
      fc.property(filled, filled, (a, b) => {
        const segments = pathOf({ path: '/api/:a/x/:b' }, { a, b }).split('/');
        expect(segments.map(decodeURIComponent)).toEqual(['', 'api', a, 'x', b]);
      }),
    );
  });

  it('adds neither a query nor a fragment', () => {
    fc.assert(
      fc.property(filled, (id) => {
        expect(pathOf(OPERATIONS['clients.read'], { id })).not.toMatch(/[?#]/);
      }),
    );
  });

  it('ignores replacement patterns in a value', () => {
    expect(pathOf(OPERATIONS['clients.read'], { id: '$&' })).toBe('/api/clients/%24%26');
  });

  it('throws for a missing value instead of forming another address', () => {
    expect(() => pathOf(OPERATIONS['clients.read'], { id: '' })).toThrow(TypeError);
    expect(() => pathOf(OPERATIONS['clients.read'], {} as { id: string })).toThrow(/:id/);
  });
});
