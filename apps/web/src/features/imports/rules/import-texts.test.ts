import { expect, it } from 'vitest';
import { importedText, importLabel, leftOutText, retryText, summaryText, waitingText } from './import-texts.ts';

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
  expect(importLabel({ orders: 294, leftOut: 0, broken: 6 })).toBe('Importar las 294 correctas');
  expect(importLabel({ orders: 1, leftOut: 0, broken: 2 })).toBe('Importar la correcta');
  expect(importLabel({ orders: 1200, leftOut: 0, broken: 0 })).toBe('Importar 1,200 órdenes');
  expect(importLabel({ orders: 29, leftOut: 271, broken: 1 })).toBe('Importar 29 órdenes');
});

it('shows how many doubtful lines were left out', () => {
  expect([0, 1, 271].map(leftOutText)).toEqual([
    '',
    'No se importó 1 línea que parecía repetida.',
    'No se importaron 271 líneas que parecían repetidas.',
  ]);
});

it("shows who imported the file before, in the office's time zone", () => {
  const imported = { at: '2026-11-21T02:15:00Z', by: { username: 'ana', user: 'Ana Torres' }, orders: 294 };
  expect(importedText(imported, 'America/Lima')).toBe(
    'Ana Torres ya importó este mismo archivo el 20 nov 2026, 21:15: 294 órdenes.',
  );
});

it('promises no duplicates only when retrying the same import', () => {
  expect(retryText({ orders: 294, leftOut: 0, broken: 6 })).toBe(
    'Nada se importa dos veces si pulsa otra vez «Importar las 294 correctas». Si lee otra vez el archivo, sería otra importación.',
  );
  expect(retryText({ orders: 0, leftOut: 3, broken: 6 })).toBe('');
});

it('says which orders wait for a courier', () => {
  expect([waitingText(1, 0), waitingText(3, 0), waitingText(3, 3), waitingText(3, 1), waitingText(1, 1)]).toEqual([
    'Está pendiente de asignar.',
    'Están pendientes de asignar.',
    '3 ya tienen el repartidor que dice el archivo.',
    '1 ya tiene el repartidor que dice el archivo. 2 están pendientes de asignar.',
    '1 ya tiene el repartidor que dice el archivo.',
  ]);
});
