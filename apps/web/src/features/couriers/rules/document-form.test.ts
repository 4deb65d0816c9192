import { expect, it } from 'vitest';
import { documentForms, expiry, readDocumentForms } from './document-form.ts';

const SOAT = { kind: 'soat', number: null, until: '2026-12-01' } as const;

it('reads back the documents of a form, without empty lines', () => {
  const forms = documentForms({ version: 1, documents: [SOAT] });
  expect(forms.map(({ kind }) => kind)).toEqual([
    'licencia',
    'soat',
    'revision',
    'propiedad',
    'sctr',
    'permiso',
    'otro',
  ]);
  expect(readDocumentForms(forms)).toEqual({ documents: [SOAT], errors: {} });
});

it('says what is wrong with a number and an expiry', () => {
  const { errors } = readDocumentForms([{ kind: 'licencia', number: 'x'.repeat(41), until: '31/31' }]);
  expect(errors.licencia).toEqual({
    number: 'Escriba 40 caracteres como máximo',
    until: 'Escriba la fecha como 24/11/2026',
  });
});

it.each([
  ['2026-11-19', 'vencido'],
  ['2026-11-20', 'por vencer'],
  ['2026-12-05', 'por vencer'],
  ['2026-12-06', undefined],
  ['', undefined],
])('marks an expiry on %s as %s', (until, mark) => {
  expect(expiry(until, '2026-11-20')).toBe(mark);
});
