import { expect, it } from 'vitest';
import { chosenOf, missingFields, withChosen } from './column-choice.ts';

const column = (place: number, key: 'recipient' | 'phone' | null) => ({ place, heading: 'x', samples: [], key });
const chosen = chosenOf({ columns: [column(0, null), column(2, 'recipient'), column(3, 'phone')] });

it('starts with the recognised columns', () => {
  expect([...chosen]).toEqual([
    [2, 'recipient'],
    [3, 'phone'],
  ]);
});

it('removes a field from the column that had it', () => {
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

const none = { client: '', date: '' };
const layout = { columns: [] };

it('requires a client for all lines if no column has it', () => {
  const rest = withChosen(chosen, 5, 'address');
  const dated = { columns: [{ place: 7, heading: 'Día', samples: ['46351'], key: null }] };
  expect(missingFields(layout, chosen, none)).toEqual(['Cliente', 'Dirección', 'Fecha']);
  expect(missingFields(dated, withChosen(rest, 7, 'date'), { ...none, client: ' ' })).toEqual(['Cliente']);
  expect(missingFields(dated, withChosen(rest, 7, 'date'), { ...none, client: 'Botica' })).toEqual([]);
  expect(missingFields(dated, withChosen(withChosen(rest, 7, 'date'), 8, 'client'), none)).toEqual([]);
});

it('requires a date for all lines if no column has it in any line', () => {
  const rest = withChosen(withChosen(chosen, 5, 'address'), 8, 'client');
  const columns = (samples: string[]) => ({ columns: [{ place: 7, heading: 'Desde', samples, key: null }] });
  expect(missingFields(columns([]), withChosen(rest, 7, 'date'), none)).toEqual(['Fecha']);
  expect(missingFields(columns(['09:00']), withChosen(rest, 7, 'windowFrom'), none)).toEqual(['Fecha']);
  expect(missingFields(columns(['46351.375']), withChosen(rest, 7, 'windowFrom'), none)).toEqual([]);
  expect(missingFields(layout, rest, { ...none, date: '2026-11-25' })).toEqual([]);
  expect(missingFields(layout, rest, { ...none, date: '25/1' })).toEqual(['Fecha']);
});

it('accepts a title instead of a recipient', () => {
  const rest = withChosen(withChosen(chosen, 2, 'title'), 5, 'address');
  expect(missingFields(layout, rest, { client: 'Botica', date: '2026-11-25' })).toEqual([]);
});
