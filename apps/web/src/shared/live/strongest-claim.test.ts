import { type PresenceActivity } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { strongestClaim } from './strongest-claim.ts';

const claim = (doing: PresenceActivity, ...orders: string[]) => ({ officeId: 'LIMA', doing, orders });
const [looks, chooses, writes] = [claim('viendo', '1'), claim('asignando', '2', '3'), claim('editando', '1')];

it('prefers editing to assigning, and assigning to viewing', () => {
  expect(strongestClaim([looks, chooses])).toBe(chooses);
  expect(strongestClaim([writes, chooses, looks])).toBe(writes);
});

it('prefers the last of equal claims, and returns nothing for none', () => {
  const other = claim('viendo', '4');
  expect(strongestClaim([looks, other])).toBe(other);
  expect(strongestClaim([looks, claim('editando')])).toBe(looks);
  expect(strongestClaim([])).toBeUndefined();
});
