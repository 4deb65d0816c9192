import { expect, it } from 'vitest';
import { endedText } from './ended-text.ts';

it.each([
  [0, 'No había otras sesiones abiertas'],
  [1, 'Se cerró 1 sesión'],
  [4, 'Se cerraron 4 sesiones'],
])('describes %i ended sessions: %s', (ended, text) => {
  expect(endedText(ended)).toBe(text);
});
