import { expect, it } from 'vitest';
import { type ChosenLines } from './import-choices.ts';
import {
  importedText,
  importLabel,
  notImportedText,
  retryText,
  sheetsText,
  summaryText,
  totalsText,
  waitingText,
} from './import-texts.ts';

const chosen = (counts: Partial<Pick<ChosenLines, 'imported' | 'repeated' | 'errors' | 'takenOut'>>): ChosenLines => ({
  imported: 0,
  repeated: 0,
  errors: 0,
  takenOut: 0,
  ...counts,
  accounting: { read: 0, imported: 0, errors: 0, repeated: 0, takenOut: 0, hidden: 0, totals: 0, titles: 0, blank: 0 },
  outcomeOf: () => 'imported',
});

const doubtful = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, as: 'line' as const, first: 1 }));

it('shows how many orders a file contains, and how many lines are doubtful or have errors', () => {
  expect(summaryText({ lines: 300, good: 294, broken: 6, doubtful: [] })).toBe(
    '300 líneas: 294 correctas, 6 con errores',
  );
  expect(summaryText({ lines: 1, good: 1, broken: 0, doubtful: [] })).toBe('1 línea: 1 correcta, ninguna con errores');
  expect(summaryText({ lines: 12, good: 0, broken: 12, doubtful: [] })).toBe(
    '12 líneas: ninguna correcta, 12 con errores',
  );
  expect(summaryText({ lines: 4, good: 3, broken: 1, doubtful: doubtful(3) })).toBe(
    '4 líneas: ninguna correcta, 3 posibles repetidas, 1 con errores',
  );
  expect(summaryText({ lines: 4, good: 4, broken: 0, doubtful: doubtful(1) })).toBe(
    '4 líneas: 3 correctas, 1 posible repetida, ninguna con errores',
  );
});

it('shows on the button what will be imported', () => {
  expect(importLabel(chosen({ imported: 5, errors: 2, takenOut: 1 }))).toBe('Importar 5 órdenes');
  expect(importLabel(chosen({ imported: 294, repeated: 0, errors: 6 }))).toBe('Importar las 294 correctas');
  expect(importLabel(chosen({ imported: 1, repeated: 0, errors: 2 }))).toBe('Importar la correcta');
  expect(importLabel(chosen({ imported: 1200, repeated: 0, errors: 0 }))).toBe('Importar 1,200 órdenes');
  expect(importLabel(chosen({ imported: 29, repeated: 271, errors: 1 }))).toBe('Importar 29 órdenes');
});

it('shows which lines were not imported, and why', () => {
  const none = { errors: [], repeated: [], takenOut: [], hidden: [] };
  expect(notImportedText(none)).toBe('');
  expect(notImportedText({ ...none, repeated: [7] })).toBe('No se importó 1 línea (parecía repetida: línea 7).');
  expect(notImportedText({ errors: [3, 4, 9], repeated: [12, 14], takenOut: [5], hidden: [20] })).toBe(
    'No se importaron 7 líneas (con errores: líneas 3–4 y 9; parecían repetidas: líneas 12 y 14; quitada: línea 5; oculta o tachada: línea 20).',
  );
  const odd = Array.from({ length: 300 }, (_, index) => 2 * index + 1);
  expect(notImportedText({ ...none, errors: odd })).toContain(
    'líneas 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 y 288 más',
  );
});

it('names sheets and totals', () => {
  expect(sheetsText([{ name: 'Lima', rows: 1 }])).toBe('«Lima» (1 fila)');
  expect(
    sheetsText([
      { name: 'Lima', rows: 1200, hidden: false },
      { name: 'Notas', rows: 5, hidden: true },
    ]),
  ).toBe('«Lima» (1,200 filas) y «Notas» (oculta, 5 filas)');
  expect([[], [14], [14, 15]].map(totalsText)).toEqual(['', 'La fila 14 es un total.', 'Las filas 14–15 son totales.']);
});

it("shows who imported the file before, in the office's time zone", () => {
  const imported = { at: '2026-11-21T02:15:00Z', by: { username: 'ana', user: 'Ana Torres' }, orders: 294 };
  expect(importedText(imported, 'America/Lima')).toBe(
    'Ana Torres ya importó este mismo archivo el 20 nov 2026, 21:15: 294 órdenes.',
  );
});

it('promises no duplicates only when retrying the same import', () => {
  expect(retryText(chosen({ imported: 294, repeated: 0, errors: 6 }))).toBe(
    'Nada se importa dos veces si presiona otra vez «Importar las 294 correctas». Si lee otra vez el archivo, sería otra importación.',
  );
  expect(retryText(chosen({ imported: 0, repeated: 3, errors: 6 }))).toBe('');
});

it('says which orders have no courier yet', () => {
  expect([waitingText(1, 0), waitingText(3, 0), waitingText(3, 3), waitingText(3, 1), waitingText(1, 1)]).toEqual([
    'Está pendiente de asignar.',
    'Están pendientes de asignar.',
    '3 ya tienen el repartidor que dice el archivo.',
    '1 ya tiene el repartidor que dice el archivo. 2 están pendientes de asignar.',
    '1 ya tiene el repartidor que dice el archivo.',
  ]);
});
