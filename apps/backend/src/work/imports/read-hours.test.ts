import { expect, it } from 'vitest';
import { readHours } from './read-hours.ts';

const text = (written: string) => {
  const read = readHours(written);
  return 'value' in read
    ? read.value.map(({ days, window }) => `${days} ${window.from}-${window.to}`).join(', ')
    : read.reason;
};

it.each([
  ['8:00-13:00, 14:00-18:00', 'todos 08:00-13:00, todos 14:00-18:00'],
  ['L-V 8-18', 'lun-vie 08:00-18:00'],
  ['L-V 8:00-13:00 y 14:00-18:00; S 9-13', 'lun-vie 08:00-13:00, lun-vie 14:00-18:00, sab 09:00-13:00'],
  ['Lunes a viernes de 8am a 6pm / Sábados 9 - 13', 'lun-vie 08:00-18:00, sab 09:00-13:00'],
  ['Lun. a Sáb.: 09:00–18:00', 'lun-sab 09:00-18:00'],
  ['todos los días 10 a 22h', 'todos 10:00-22:00'],
  ['Domingos y feriados entre 9 y 13', 'dom 09:00-13:00'],
  ['L-D 00:00-23:59', 'todos 00:00-23:59'],
])('reads %s', (written, hours) => {
  expect(text(written)).toBe(hours);
});

it('rejects other text, unknown days and too many hours', () => {
  for (const written of ['cerrado', 'martes 8-18', 'L-V', '8', '8-9,'.repeat(60)])
    expect(text(written)).toBe('No es un horario');
  expect(text('8-9, 9-10, 10-11, 11-12, 12-13')).toBe('Tiene más de 4 horarios');
  expect(text('L-V 18:00-08:00')).toBe('El fin no es posterior al inicio');
});
