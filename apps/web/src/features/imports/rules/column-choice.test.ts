import { expect, it } from 'vitest';
import { chosenOf, missingFields, withChosen } from './column-choice.ts';

const column = (place: number, key: 'recipient' | 'phone' | null) => ({ place, heading: 'x', samples: [], key });
const chosen = chosenOf({
  line: 1,
  client: null,
  remembered: false,
  rows: [],
  columns: [column(0, null), column(2, 'recipient'), column(3, 'phone')],
});

it('starts with the recognised columns', () => {
  expect([...chosen]).toEqual([
    [2, 'recipient'],
    [3, 'phone'],
  ]);
});

it('takes a field from the column that had it', () => {
  expect([...withChosen(chosen, 0, 'phone')]).toEqual([
    [2, 'recipient'],
    [0, 'phone'],
  ]);
  expect([...withChosen(chosen, 2, 'address')]).toEqual([
    [3, 'phone'],
    [2, 'address'],
  ]);
  expect([...withChosen(chosen, 3, undefined)]).toEqual([[2, 'recipient']]);
});

it('requires a client for all lines if no column has it', () => {
  const rest = withChosen(withChosen(withChosen(chosen, 5, 'address'), 6, 'district'), 7, 'date');
  expect(missingFields(chosen, '')).toEqual(['Cliente', 'Dirección', 'Distrito', 'Fecha']);
  expect(missingFields(rest, ' ')).toEqual(['Cliente']);
  expect(missingFields(rest, 'Botica')).toEqual([]);
  expect(missingFields(withChosen(rest, 8, 'client'), '')).toEqual([]);
});
