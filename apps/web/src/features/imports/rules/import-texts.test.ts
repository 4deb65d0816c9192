import { expect, it } from 'vitest';
import { importedText, importLabel, retryText, summaryText } from './import-texts.ts';

it('shows how many orders a file contains and how many lines have errors', () => {
  expect(summaryText({ lines: 300, good: 294, broken: 6 })).toBe('300 líneas: 294 correctas, 6 con errores');
  expect(summaryText({ lines: 1, good: 1, broken: 0 })).toBe('1 línea: 1 correcta, ninguna con errores');
  expect(summaryText({ lines: 12, good: 0, broken: 12 })).toBe('12 líneas: ninguna correcta, 12 con errores');
});

it('shows on the button what will be imported', () => {
  expect(importLabel({ good: 294, broken: 6 })).toBe('Importar las 294 correctas');
  expect(importLabel({ good: 1, broken: 2 })).toBe('Importar la correcta');
  expect(importLabel({ good: 1200, broken: 0 })).toBe('Importar 1,200 órdenes');
});

it("shows who imported the file before, in the office's time zone", () => {
  const imported = { at: '2026-11-21T02:15:00Z', by: { username: 'ana', user: 'Ana Torres' }, orders: 294 };
  expect(importedText(imported, 'America/Lima')).toBe(
    'Ana Torres ya importó este mismo archivo el 20 nov 2026, 21:15: 294 órdenes.',
  );
});

it('promises that nothing is imported twice only for a retry of the same import', () => {
  expect(retryText({ good: 294, broken: 6 })).toBe(
    'Nada se importa dos veces si pulsa otra vez «Importar las 294 correctas». Si lee otra vez el archivo, sería otra importación.',
  );
  expect(retryText({ good: 0, broken: 6 })).toBe('');
});
