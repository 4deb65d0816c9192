import { describe, expect, it } from 'vitest';
import { cellText } from './cell-text.ts';
import { cellFault } from './sheet.ts';

describe('a cell', () => {
  it.each([
    ...['#N/A', ' #N/A ', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#GETTING_DATA'],
    ...['#N/D', '#¡REF!', '#¡VALOR!', '#¡DIV/0!', '#¿NOMBRE?', '#¡NUM!', '#¡NULO!', '#¡DESBORDAMIENTO!', '#VALOR!'],
    ...[
      '#NOMBRE?',
      'Err:502',
      '#####',
      '#WERT!',
      'Luc\ufffda',
      'Ro\u0000sa',
      'Ro\u0081sa',
      '#N/a',
      '\ufdd1Rosa',
      'Ro\ufdd0sa',
    ],
  ])('reads %j as an error of the spreadsheet', (text) => {
    expect(cellFault(cellText(text))?.fault).toBe('error');
  });

  it.each([
    ...['=VLOOKUP(A2,Z:Z,2,0)', '=BUSCARV(A2;Hoja2!A:B;2;0)', '=A1', '=$B$2&" x"', "='Hoja 1'!B2", '=1+1', '=-A2*1.18'],
    ...['="a"&B2', '=SI(A1="";"";B1)', '=+B2'],
  ])('reads %j as a formula without a value', (text) => {
    expect(cellFault(cellText(text))?.fault).toBe('formula');
  });

  it.each(['1.23457E+11', '1,23457E+12', '9.87654321E8', '2E+11', '1e+15', '=1.2E+11', '123456789012345000'])(
    'rejects the rounded number %j',
    (text) => {
      expect(cellFault(cellText(text))).toBeDefined();
    },
  );

  it.each([
    ['="00123"', '00123'],
    ['="di ""hola"""', 'di "hola"'],
    [' ="00123" ', '00123'],
    ['=123', '123'],
    ['=-12.05', '-12.05'],
    ['\ufeffCliente', 'Cliente'],
    ['Mar&iacute;a Pe&Ntilde;a &amp; C&iacute;a.', 'María PeÑa & Cía.'],
    ['D&#39;Onofrio &#x27;5&#x27; &#146;', "D'Onofrio '5' ’"],
    ['Pe&amp;ntilde;a N&ordm;&nbsp;5', 'Peña Nº 5'],
  ])('unwraps %j', (text, meant) => {
    expect(cellText(text)).toBe(meant);
  });

  it.each([
    ...['Jr. Puno #123', '#12', '# 5', '+51 987654321', '-', '- ', '=', '== frágil ==', '= dos cajas', '@casa', '3E'],
    ...[
      '2E10',
      'E-25',
      '12E-4B',
      '12345678901234567890',
      '20601234567',
      'Cerro: 5',
      'Error de imprenta',
      ' ',
      'José\n2',
      ...['AT&T; y 3', 'R&D', '&nada;', '&#1;', '&#xd800;'],
    ],
  ])('leaves %j unchanged', (text) => {
    expect(cellText(text)).toBe(text);
  });
});
