import { expect, it } from 'vitest';
import { type PresentPerson } from './presence-store.ts';
import { presenceText } from './presence-text.ts';

const at = (user: string, doing: PresentPerson['doing'] = 'asignando'): PresentPerson => ({
  actor: { username: user, user },
  doing,
});

it.each([
  [[], ''],
  [[at('Ana Torres')], 'Ana está asignando esta orden'],
  [[at('Ana Torres', 'editando')], 'Ana está editando esta orden'],
  [[at('Ana Torres'), at('Luis Quispe', 'viendo')], 'Ana y Luis están en esta orden'],
  [[at('Ana'), at('Luis'), at('Eva')], 'Ana, Luis y Eva están en esta orden'],
])('%j: %s', (present, text) => {
  expect(presenceText(present)).toBe(text);
});
