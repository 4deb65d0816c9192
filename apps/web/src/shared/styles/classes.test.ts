import { expect, it } from 'vitest';
import { classes } from './classes.ts';

it('joins what applies', () => {
  expect(classes('a', false, undefined, null, '', 'b')).toBe('a b');
});
