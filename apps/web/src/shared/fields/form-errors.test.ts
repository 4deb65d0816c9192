import { expect, test } from 'vitest';
import { contractErrors } from './form-errors.ts';

const FIELD_OF = { name: 'name', 'window.to': 'to', 'window.from': 'from', zones: 'zones' } as const;
const MESSAGES = { name: 'Escriba el nombre', to: 'Escriba hasta qué hora' };

test.each([
  [['name'], { name: 'Escriba el nombre' }],
  [['window', 'from'], { from: 'Revise este dato' }],
  [['window'], { to: 'Escriba hasta qué hora' }],
  [['zones', 3], { zones: 'Revise este dato' }],
])('an error at %j is shown at its field', (path, errors) => {
  expect(contractErrors([{ path }], FIELD_OF, MESSAGES)).toEqual(errors);
});

test.each([[['window', 'floor']], [['floor']]])(
  'an error at %j, which no input has, is about the whole form',
  (path) => {
    expect(contractErrors([{ path }], FIELD_OF, MESSAGES)).toEqual({
      form: expect.stringContaining(path.join('.')) as string,
    });
  },
);
