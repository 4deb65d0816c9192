import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeader } from './read-header.ts';
import { isMonthFirst, readDay, readMoment, readTime } from './read-moment.ts';
import { readDegrees } from './read-point.ts';
import { isShortened, readKilograms, readPackages, readSoles } from './read-values.ts';
import { readWindow } from './read-window.ts';

const valueOf = (read: object): unknown => ('value' in read ? read.value : 'wrong');

describe('values of cells', () => {
  it('are read in linear time, even if they are mostly blanks or punctuation', () => {
    // Not timed: a quadratic algorithm would exceed the test's timeout.
    const blank = ' '.repeat(500_000);
    expect(valueOf(readSoles(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readKilograms(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readTime(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readWindow(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readPackages(`1${blank}x`))).toBe('wrong');
  });

  it.each([
    [' 20  soles ', 2000],
    ['S/.  20soles', 2000],
  ])('accept %j as an amount of %s despite extra blanks', (text, centimos) => {
    expect(valueOf(readSoles(text))).toBe(centimos);
  });

  it.each([
    [' 2.5  kgs. ', 2500],
    ['3kilos', 3000],
    ['2,500 kg', 'wrong'],
  ])('accept %j as a weight of %s despite extra blanks', (text, grams) => {
    expect(valueOf(readKilograms(text))).toBe(grams);
  });

  it.each([
    ['24/11/2026', '2026-11-24'],
    ['4/1/26', '2026-01-04'],
    ['24-11-2026', '2026-11-24'],
    ['24.11.2026', '2026-11-24'],
    ['2026-11-24', '2026-11-24'],
    ['2026-11-24T00:00:00', '2026-11-24'],
    ['24/11/2026 09:30', '2026-11-24'],
    ['24/11/2026 9:00:00 a. m.', '2026-11-24'],
    ['2026/11/24', '2026-11-24'],
    ['20261124', '2026-11-24'],
    ['24112026', '2026-11-24'],
    ['24 nov 2026', '2026-11-24'],
    ['24-nov-26', '2026-11-24'],
    ['24/Nov./2026', '2026-11-24'],
    ['24 de setiembre del 2026', '2026-09-24'],
    ['24 de noviembre de 2026', '2026-11-24'],
    ['Nov 24, 2026', '2026-11-24'],
    ['martes 24/11/2026', '2026-11-24'],
    ['Martes, 24 de noviembre de 2026', '2026-11-24'],
    ['mar. 24-nov-2026', '2026-11-24'],
    ['3 mar 2026', '2026-03-03'],
    ['mar 24, 2026', '2026-03-24'],
    ['lunes 24/11/2026', 'wrong'],
    ['24/11/2026 y 25/11/2026', 'wrong'],
    ['24/11/2026 temprano', 'wrong'],
    ['24/11/2026x', 'wrong'],
    ['24 nov', 'wrong'],
    ['31 nov 2026', 'wrong'],
    ['09:00', 'wrong'],
    ['24 mesa 2026', 'wrong'],
    ['46350', '2026-11-24'],
    ['46350.5', '2026-11-24'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', 'wrong'],
    ['31/04/2026', 'wrong'],
    ['11/24/2026', 'wrong'],
    ['mañana', 'wrong'],
    ['24/11', 'wrong'],
    ['00/01/2026', 'wrong'],
    ['2026', 'wrong'],
    ['1/2/3', 'wrong'],
  ])('read %s as the day %s', (text, day) => {
    expect(valueOf(readDay(text))).toBe(day);
  });

  it.each([
    ['9', '09:00'],
    ['9:05', '09:05'],
    ['09:00:00', '09:00'],
    ['9 am', '09:00'],
    ['1:30 p. m.', '13:30'],
    ['1:30PM', '13:30'],
    ['12:15 am', '00:15'],
    ['12 pm', '12:00'],
    ['13h30', '13:30'],
    ['0.375', '09:00'],
    ['0', '00:00'],
    ['46350.75', '18:00'],
    ['13.30', '13:30'],
    ['9.5', 'wrong'],
    ['13:00 hrs', '13:00'],
    ['9h', '09:00'],
    ['2026-11-24 09:30', '09:30'],
    ['24/11/2026', 'wrong'],
    ['24:00', 'wrong'],
    ['9:60', 'wrong'],
    ['13 pm', 'wrong'],
    ['temprano', 'wrong'],
    ['0 am', 'wrong'],
  ])('read %s as the time %s', (text, time) => {
    expect(valueOf(readTime(text))).toBe(time);
  });

  it.each([
    ['45.90', 4590],
    ['45,90', 4590],
    ['45.9', 4590],
    ['S/ 45', 4500],
    ['S/. 1,200.50', 120_050],
    ['1.200,50', 120_050],
    ['1,200', 120_000],
    ['1 200', 120_000],
    ['20 soles', 2000],
    ['0', null],
    ['0.00', null],
    ['1.07', 107],
    ['-3', 'wrong'],
    ['1.234', 'wrong'],
    ['gratis', 'wrong'],
    ['1,20,30', 'wrong'],
    ['1000000.01', 'wrong'],
    ['$ 5', 'wrong'],
    ['US$ 20', 'wrong'],
    ['20 USD', 'wrong'],
    ['20 dólares', 'wrong'],
    ['-', null],
    ['–', null],
    ['S/ -', null],
    ['S/ -   ', null],
    ['S/ 0.00', null],
    ['-0', null],
    ['(0.00)', null],
    ['(45.00)', 'wrong'],
    ['45.00-', 'wrong'],
    ['-S/ 45', 'wrong'],
    ["1'234.50", 123_450],
    ['1’234.50', 123_450],
    ['1\u00a0234.50', 123_450],
    ['1\u202f234,50', 123_450],
    ['1,234,567.5', 'wrong'],
    ['999,999.5', 99_999_950],
    ['PEN 45', 4500],
    ['45.90 PEN', 4590],
    ['S/1,234.50', 123_450],
    ['1.200', 'wrong'],
    ['0,250', 'wrong'],
    ['12 34', 'wrong'],
    ['1 2 3', 'wrong'],
    ["1'23", 'wrong'],
    ["1'234,567", 'wrong'],
    ['1,234.56.7', 'wrong'],
    ['45.900000000000006', 4590],
    ['9.5E+02', 'wrong'],
  ])('read %s as %s céntimos', (text, centimos) => {
    expect(valueOf(readSoles(text))).toBe(centimos);
  });

  it.each([
    ['2.5', 2500],
    ['2,5 kg', 2500],
    ['0.250', 250],
    ['12', 12_000],
    ['2,500', 'wrong'],
    ['-1', 'wrong'],
    ['20001', 'wrong'],
    ['x', 'wrong'],
    ['-', 0],
    ["1'234.5", 1_234_500],
    ['(3)', 'wrong'],
  ])('read %s as %s grams', (text, grams) => {
    expect(valueOf(readKilograms(text))).toBe(grams);
  });

  it('accept coordinates and pieces within their ranges', () => {
    expect(['-12.0931', '-12,0931', '91', 'x', '1.2.3'].map((text) => valueOf(readDegrees(text, 90)))).toEqual([
      -12.0931,
      -12.0931,
      'wrong',
      'wrong',
      'wrong',
    ]);
    expect(
      ['1', '999', '2.0', '2,00', '3 cajas', '1,000', '1.000', '0', '1000', '1.5', 'dos'].map((text) =>
        valueOf(readPackages(text)),
      ),
    ).toEqual([1, 999, 2, 2, 3, 'wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']);
  });

  it.each([
    ['2026-11-26T02:00:00Z', '2026-11-25', '21:00'],
    ['2026-11-26T02:00:00.000Z', '2026-11-25', '21:00'],
    ['2026-11-26 02:00 UTC', '2026-11-25', '21:00'],
    ['2026-11-26T02:00:00+00:00', '2026-11-25', '21:00'],
    ['2026-11-25T21:00:00-05:00', '2026-11-25', '21:00'],
    ['2026-11-26T04:00:00+0200', '2026-11-25', '21:00'],
    ['2026-02-30T04:00:00Z', 'wrong', 'wrong'],
  ])("read the instant %s as %s, %s in the office's zone", (text, day, time) => {
    const read = readMoment(text, { timeZone: 'America/Lima' });
    expect('value' in read ? [read.value.day, read.value.time] : ['wrong', 'wrong']).toEqual([day, time]);
  });

  it('suggest the likely day for a date without a year or with the month first', () => {
    const suggestion = (text: string, monthFirst = false): unknown => {
      const read = readDay(text, { today: '2026-12-20', monthFirst });
      return 'value' in read ? read.value : read.suggestion;
    };
    expect(['3/1', '3 de enero', '30-nov'].map((text) => suggestion(text))).toEqual([
      '03/01/2027',
      '03/01/2027',
      '30/11/2026',
    ]);
    expect(suggestion('12/24/2026')).toBe('24/12/2026');
    expect(suggestion('12/11/2026', true)).toBe('11/12/2026');
    expect(suggestion('11/11/2026', true)).toBe('2026-11-11');
    expect(['12/24/2026', '24/12/2026', '11/12/2026', '0/24/2026'].map(isMonthFirst)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['14:00 - 18:00', '14:00-18:00'],
    ['14:00-18:00', '14:00-18:00'],
    ['14:00–18:00 hrs', '14:00-18:00'],
    ['9am a 1pm', '09:00-13:00'],
    ['9 a. m. a 1 p. m.', '09:00-13:00'],
    ['9-13h', '09:00-13:00'],
    ['9 a 13', '09:00-13:00'],
    ['de 9 a 13 horas', '09:00-13:00'],
    ['Desde las 9:00 hasta las 13:30', '09:00-13:30'],
    ['entre 9 y 13', '09:00-13:00'],
    ['9:00 / 13:00', '09:00-13:00'],
    ['2 - 6 pm', '14:00-18:00'],
    ['9 - 1 pm', '09:00-13:00'],
    ['9am - 1', '09:00-13:00'],
    ['8 - 12', '08:00-12:00'],
    ['2 - 6', '14:00 - 18:00?'],
    ['9 a 6', '09:00 - 18:00?'],
    ['05:00 - 06:30', '05:00-06:30'],
    ['18:00 - 14:00', 'wrong'],
    ['9 - 9', 'wrong'],
    ['mañana', 'wrong'],
    ['9', 'wrong'],
    ['9 - 13 - 15', 'wrong'],
  ])('read %s as the window %s', (text, window) => {
    const read = readWindow(text);
    if ('value' in read) expect(`${read.value.from}-${read.value.to}`).toBe(window);
    else expect(read.suggestion === undefined ? 'wrong' : `${read.suggestion}?`).toBe(window);
  });

  const amount = fc.integer({ min: 1, max: 99_999_999 });
  const marks = fc.constantFrom(['', '.'], ['', ','], [',', '.'], ['.', ','], ["'", '.'], [' ', '.'], ['\u00a0', ',']);
  it('read every amount as it was written, whatever marks and currency it has', () => {
    fc.assert(
      fc.property(
        amount,
        marks,
        fc.constantFrom('', 'S/ ', 'S/.', 'PEN '),
        (centimos, [group = '', point = ''], unit) => {
          const whole = String(Math.floor(centimos / 100)).replace(/\B(?=(?:\d{3})+$)/g, group);
          const text = `${unit}${whole}${point}${String(centimos % 100).padStart(2, '0')}`;
          expect(valueOf(readSoles(text))).toBe(centimos);
        },
      ),
    );
  });

  it('read every day as it was written, or not at all', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((each) => new Date(Date.UTC(2010, 0, 1) + each * 86_400_000));
    const formats: Intl.DateTimeFormatOptions[] = [
      { dateStyle: 'short' },
      { dateStyle: 'medium' },
      { dateStyle: 'long' },
      { dateStyle: 'full' },
      { day: '2-digit', month: 'short', year: 'numeric' },
    ];
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...formats),
        fc.constantFrom('es-PE', 'es-ES', 'es-MX'),
        (at, format, locale) => {
          const text = at.toLocaleDateString(locale, { ...format, timeZone: 'UTC' });
          const year = at.getUTCFullYear();
          const iso = at.toISOString().slice(0, 10);
          if (format.dateStyle !== 'short' || year < 2100) expect(valueOf(readDay(text))).toBe(iso);
        },
      ),
    );
  });

  it('recognise numbers that a spreadsheet shortened', () => {
    expect(['9.87654E+08', '2,02E+11', '2E+11', '-1.5e+20'].every(isShortened)).toBe(true);
    expect(['1E10', '2.02', 'E+11', '12.5E+3', '2.02E+11 x'].some(isShortened)).toBe(false);
  });

  it.each([
    [
      ['Ref. Cliente', 'Cliente final', 'Dirección de entrega', 'Dist.', 'Fecha de entrega'],
      'clientReference,recipient,address,district,date',
    ],
    [
      ['N° Pedido', 'Consignatario', 'Telf.', 'Ref.', 'Cant.', 'Peso (kg)', 'Obs.'],
      'clientReference,recipient,phone,reference,packages,weight,note',
    ],
    [
      ['Nº de Pedido', 'Destinatario', 'Cel.', 'Bultos', 'Monto a cobrar', 'Observaciones'],
      'clientReference,recipient,phone,packages,collectDue,note',
    ],
    [['Fono', 'Cobranza', 'Referencia'], 'phone,collectDue,reference'],
    [['Celular', 'CONTRA ENTREGA', 'Guía'], 'phone,collectDue,guide'],
  ])('are recognised as Peruvian clients write them: %s', (headers, keys) => {
    expect([...readHeader(headers).places.keys()].join()).toBe(keys);
  });

  it('match columns by any name, and report unknown, missing and duplicate ones', () => {
    const { places, ...rest } = readHeader([
      'REMITENTE *',
      'Nombre',
      'direccion',
      ' Distrito:',
      'Color',
      '',
      'Celular',
      'telefono',
    ]);
    expect([...places.keys()]).toEqual(['client', 'recipient', 'address', 'district', 'phone']);
    expect(rest).toEqual({ ignored: ['Color'], repeated: ['Teléfono'], missing: ['Fecha'] });
  });
});
