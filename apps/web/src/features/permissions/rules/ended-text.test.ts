import { expect, it } from 'vitest';
import { endedText } from './ended-text.ts';

it.each([
  [0, 'Rosa Mamani no tenía sesiones abiertas'],
  [1, 'Se cerró 1 sesión de Rosa Mamani'],
  [3, 'Se cerraron 3 sesiones de Rosa Mamani'],
])('describes %i ended sessions: %s', (ended, text) => {
  expect(endedText('Rosa Mamani', ended)).toBe(text);
});
