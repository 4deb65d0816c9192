import { expect, it } from 'vitest';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { haystackOf } from './haystack.ts';

const client = {
  id: 'C1',
  name: 'Botica Señor de Sipán',
  phone: '+51 987 654 321',
  taxId: '20512345678',
  horarios: { lunes: ['mañana'] },
  reference: null,
};
const found = (query: string): boolean => includesWords(haystackOf(client), queryWords(query));

it.each(['sipan', 'SEÑOR botica', '987654321', '654 321', '205123', 'manana', 'c1'])(
  '«%s» matches the client',
  (query) => {
    expect(found(query)).toBe(true);
  },
);

it.each(['chiclayo', 'c1botica', 'null', 'sipan chiclayo'])('«%s» does not match', (query) => {
  expect(found(query)).toBe(false);
});
