import { expect, it } from 'vitest';
import { gridKey } from '#features/orders/rules/grid-keys.ts';
import { KEYS } from './keys.ts';

/** `KeyboardEvent.key` values of keys that the list shows by symbol. */
const CODES: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Inicio: 'Home',
  Fin: 'End',
  'Re Pág': 'PageUp',
  'Av Pág': 'PageDown',
  Espacio: ' ',
  Enter: 'Enter',
};

it('lists every key that the table handles', () => {
  const press = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const named = new Set(KEYS.table.flatMap(([keys]) => keys).map((key) => CODES[key] ?? key));
  const candidates = [
    ...Object.values(CODES),
    ...['ArrowLeft', 'ArrowRight', 'Tab', 'Delete', 'Backspace', 'Insert', 'F2'],
    ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
  ];
  const answered = candidates.filter((key) => gridKey({ ...press, key }, 5, 20, 10) !== null);
  expect(answered).toHaveLength(Object.keys(CODES).length);
  expect(answered.filter((key) => !named.has(key))).toEqual([]);
  expect(gridKey({ ...press, ctrlKey: true, key: 'a' }, 5, 20, 10)).toEqual({ does: 'all' });
  expect(KEYS.table.map(([keys]) => keys.join('+'))).toContain('Ctrl+A');
});

it('S26: lists every letter shortcut of the section', () => {
  const letters = KEYS.table.flatMap(([keys]) => (keys.length === 1 ? keys : [])).filter((key) => /^[A-Z]$/.test(key));
  expect(letters.toSorted()).toEqual(['A', 'C', 'D', 'H', 'J', 'K', 'N', 'O', 'P', 'R', 'S', 'U']);
  expect(KEYS.table).toContainEqual([['N'], 'Nueva orden']);
});

it('lists for the map only the keys that work there', () => {
  const letters = KEYS.map.flatMap(([keys]) => (keys.length === 1 ? keys : [])).filter((key) => /^[A-Z]$/.test(key));
  expect(letters.toSorted()).toEqual(['A', 'C', 'D', 'H', 'O', 'P', 'R', 'S', 'U']);
  expect(KEYS.map.map(([, what]) => what).filter((what) => /tabla|filtro/.test(what))).toEqual([]);
});
