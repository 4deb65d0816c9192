import { expect, it } from 'vitest';
import { createOwners, personName } from './owner.ts';

it('separates people of offices whose ids contain a colon', () => {
  const owners = createOwners(['a secret of the tests that is long enough']);
  const one = { id: null, officeId: 'NORTE', username: 'sur:ana' };
  const other = { id: null, officeId: 'NORTE:sur', username: 'ana' };
  expect(owners.of(one)).not.toEqual(owners.of(other));
  // As before ids could contain other characters, so that stored sessions are still found.
  expect(personName({ ...one, username: 'Ana' })).toBe('name:NORTE:ana');
});
