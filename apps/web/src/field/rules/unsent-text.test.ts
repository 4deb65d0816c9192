import { expect, it } from 'vitest';
import { unsentText } from './unsent-text.ts';

it('counts unsent items by kind, not as records', () => {
  const items = (['entrega', 'foto', 'entrega', 'firma', 'foto', 'entrega'] as const).map((what) => ({ what }));
  expect(unsentText(items)).toBe('3 entregas, 2 fotos y 1 firma');
  expect(unsentText([{ what: 'visita' }, { what: 'foto' }])).toBe('1 visita y 1 foto');
  expect(unsentText([])).toBe('');
});
