import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer } from './sealing.ts';

const OLD = 'old-secret-old-secret-old-secret-';
const NEW = 'new-secret-new-secret-new-secret-';

describe('createSealer', () => {
  it('opens what it sealed, whatever it contains, and reveals nothing of it', () => {
    const sealer = createSealer([NEW]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        const sealed = sealer.seal(text, context);
        expect(sealer.open(sealed, context)).toBe(text);
        // A shorter one may occur in the seal by chance.
        if (text.length > 7) expect(sealed).not.toContain(text);
      }),
    );
  });

  it('seals the same text differently each time', () => {
    const sealer = createSealer([NEW]);
    expect(sealer.seal('token', 'k')).not.toBe(sealer.seal('token', 'k'));
  });

  it('does not open a changed or moved text, or one sealed with a removed secret', () => {
    const sealer = createSealer([NEW]);
    const sealed = sealer.seal('token', 'mine');
    expect(sealer.open(sealed, 'mine')).toBe('token');
    expect(sealer.open(sealed, 'yours')).toBeUndefined();
    expect(createSealer([OLD]).open(sealed, 'mine')).toBeUndefined();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'Q' : 'A'}${sealed.slice(index + 1)}`;
      expect(sealer.open(changed, 'mine')).toBeUndefined();
    }
    for (const junk of ['', '.', 'x.y', `${sealed.split('.')[0] ?? ''}.AAAA`])
      expect(sealer.open(junk, 'mine')).toBeUndefined();
  });

  it('lets a secret be replaced without signing anyone out', () => {
    const before = createSealer([OLD]).seal('token', 'k');
    const during = createSealer([NEW, OLD]);
    expect(during.open(before, 'k')).toBe('token');
    expect(createSealer([NEW]).open(during.seal('token', 'k'), 'k')).toBe('token');
  });
});
