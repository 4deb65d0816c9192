import { describe, expect, it } from 'vitest';
import { readHeader } from './read-header.ts';
import { readDay, readDegrees, readKilograms, readPackages, readSoles, readTime } from './read-values.ts';

const valueOf = (read: object): unknown => ('value' in read ? read.value : 'wrong');

describe('values of cells', () => {
  it('are read in linear time, even if they are mostly blanks or punctuation', () => {
    // Not timed: a quadratic algorithm would exceed the test's timeout.
    const blank = ' '.repeat(500_000);
    expect(valueOf(readSoles(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readKilograms(`1${blank}x`))).toBe('wrong');
    expect(valueOf(readTime(`1${blank}x`))).toBe('wrong');
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
    expect(['1', '999', '0', '1000', '1.5', 'dos'].map((text) => valueOf(readPackages(text)))).toEqual([
      1,
      999,
      'wrong',
      'wrong',
      'wrong',
      'wrong',
    ]);
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
  ])('are known as Peruvian clients write them: %s', (headers, keys) => {
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
