import { describe, expect, it } from 'vitest';
import { builtInFormat, parseFormat, shownNumber } from './number-format.ts';

const shown = (value: number, code: string, from1904 = false) => shownNumber(value, parseFormat(code), from1904);

describe('a number in a workbook', () => {
  it.each([
    [46351, 'dd/mm/yyyy', '2026-11-25'],
    [46351, 'd-mmm-yy;@', '2026-11-25'],
    [46351, '[$-F800]dddd, mmmm dd, yyyy', '2026-11-25'],
    [46351, 'dd\\/mm\\/aaaa', '2026-11-25'],
    [46351, 'mmm-yy', '2026-11-25'],
    [46351.375, 'dd/mm/yyyy', '2026-11-25'],
    [46351.375, 'dd/mm/yyyy hh:mm', '2026-11-25 09:00'],
    [46351.9999999, 'dd/mm/yyyy hh:mm', '2026-11-26 00:00'],
    [0.375, 'h:mm AM/PM', '09:00'],
    [0.5625, '[$-409]h:mm\\ AM/PM;@', '13:30'],
    [0.37506, 'hh:mm:ss', '09:00:05'],
    [1.25, '[h]:mm', '30:00'],
    [46351.375, 'h:mm', '09:00'],
    [0, 'dd/mm/yyyy', '1900-01-00'],
    [1, 'dd/mm/yyyy', '1900-01-01'],
    [59, 'dd/mm/yyyy', '1900-02-28'],
    [61, 'dd/mm/yyyy', '1900-03-01'],
    [-1, 'dd/mm/yyyy', undefined],
    [9_999_999, 'dd/mm/yyyy', undefined],
  ])('shows %d with the format %j as the date or time %j', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it('counts from 1904 only if it is formatted as a date', () => {
    expect([shown(44_889, 'dd/mm/yyyy', true), shown(12_500.5, '#,##0.00', true), shown(0.375, 'hh:mm', true)]).toEqual(
      ['2026-11-25', '12500.5', '09:00'],
    );
  });

  it.each([
    [77, '00000000', '00000077'],
    [123_456_789, '00000000', '123456789'],
    [70_101, '000000', '070101'],
    [987_654_321, '000-000-000', '987-654-321'],
    [987_654_321, '###-###-###', '987-654-321'],
    [4_445_566, '"(01) "000-0000', '(01) 444-5566'],
    [77, '"T001-"00000', 'T001-00077'],
    [77, '"GR "0', 'GR 77'],
    [14_445_566, '[<=9999999]000-0000;(00) 000-0000', '(01) 444-5566'],
    [-5, '000;-000', '-005'],
    [0.5, '0%', '50%'],
    [0.125, '0.00%', '12.5%'],
  ])('shows %d with the format %j as the code %j', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it.each([
    [45.9, 'General', '45.9'],
    [45.899999999999999, '0.00', '45.9'],
    [1234.5, '#,##0.00', '1234.5'],
    [1234.5, '_-[$S/-280A]* #,##0.00_-;-[$S/-280A]* #,##0.00_-;_-[$S/-280A]* "-"??_-;_-@_-', '1234.5'],
    [0, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', '0'],
    [12, '"S/ "0', '12'],
    [3, '0" kg"', '3'],
    [1234, '# ##0', '1234'],
    [45.6, '00000', '45.6'],
    [0.5, '# ?/?', '0.5'],
    [123_456_789_012, '0.00E+00', '123456789012'],
    [77, '@', '77'],
    [5, '[Red]0', '5'],
    [46351, '"día "0.0', '46351'],
    [0.00000005, 'General', '0.00000005'],
  ])('shows %d with the format %j as the number %j', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it.each([
    [14, '2026-11-25'],
    [22, '2026-11-25 09:00'],
    [20, '09:00'],
    [30, '2026-11-25'],
    [57, '2026-11-25'],
    [46, '1112433:00'],
    [0, '46351.375'],
    [4, '46351.375'],
    [48, '46351.375'],
  ])('is shown with the built-in format %d as %j', (id, text) => {
    expect(shownNumber(46_351.375, builtInFormat(id), false)).toBe(text);
  });
});
