import { expect, test } from 'vitest';
import { EMPTY_OFFICE, readOfficeForm } from './office-form.ts';

const form = { ...EMPTY_OFFICE, id: 'LIMA NORTE', name: 'Lima Norte' };

test('the code of a new office is checked as the service checks it', () => {
  expect(readOfficeForm(form, true)).toEqual({
    errors: { id: 'Escriba un código corto, por ejemplo LIMA-NORTE: letras, números y guiones' },
  });
  expect(readOfficeForm({ ...form, id: ' LIMA-NORTE ' }, true).input).toEqual({
    id: 'LIMA-NORTE',
    name: 'Lima Norte',
    timeZone: 'America/Lima',
    province: null,
  });
});

test('an office with an older code can be edited', () => {
  expect(readOfficeForm(form, false).input?.id).toBe('LIMA NORTE');
  expect(readOfficeForm({ ...form, name: ' ' }, false).errors).toEqual({
    name: 'Escriba un nombre de hasta 80 letras',
  });
});
