import { expect, it } from 'vitest';
import { classes } from './classes.ts';

it('joins the names that apply', () => {
  expect(classes('a', false, undefined, null, '', 'b')).toBe('a b');
});
