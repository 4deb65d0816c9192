import { describe, expect, it } from 'vitest';
import { anOwnVisit, aStop } from '#test/a-stop.ts';
import { EMPTY_FORM, formOf, readVisit, type VisitForm } from './visit-form.ts';

const DAY = '2026-11-20';
const blob = new Blob(['x']);
const photo = { id: 'p', kind: 'entrega' as const, blob };
const read = (
  form: Partial<VisitForm>,
  { due = null as number | null, to = 'entregada' as const, required = ['entrega' as const] } = {},
) => readVisit({ stop: aStop({ collectDue: due }), to, required, earlier: [], day: DAY }, { ...EMPTY_FORM, ...form });

describe('a delivery', () => {
  it('states who received it, what was paid and its pictures', () => {
    const { draft, photos, errors } = read(
      {
        photos: [photo],
        signature: blob,
        name: ' Ana ',
        document: '1234 5678',
        relation: 'familiar',
        paid: { yape: '' },
      },
      { due: 4590 },
    );
    expect(errors).toEqual({});
    expect(draft).toEqual({
      order: { id: '1', code: 'ORD-1', attempt: 1, version: 3 },
      to: 'entregada',
      receiver: { name: 'Ana', document: '12345678', relation: 'familiar' },
      payments: [{ means: 'yape', amount: 4590 }],
    });
    expect(photos.map(({ kind }) => kind)).toEqual(['entrega', 'firma']);
  });

  it('requires the photos set by the office, a receiver and the payment', () => {
    expect(Object.keys(read({}, { due: 4590 }).errors).sort()).toEqual(['name', 'paid', 'photos']);
  });

  it('requires a reason if less was paid than is due', () => {
    const form = { photos: [photo], name: 'Ana', paid: { efectivo: '40' } };
    expect(read(form, { due: 4590 }).errors).toEqual({ difference: 'Diga por qué no se cobró lo debido' });
    expect(read({ ...form, difference: 'Pagó una parte' }, { due: 4590 }).draft).toMatchObject({
      payments: [{ means: 'efectivo', amount: 4000 }],
      difference: 'Pagó una parte',
    });
  });

  it.each([
    ['1234567', false],
    ['12345678', true],
    ['001234567', true],
    ['ab123456', true],
    ['12345678-', true],
    ['no sé', false],
  ])('checks the document %s', (document, isValid) => {
    expect(read({ photos: [photo], name: 'Ana', document }).errors).toEqual(
      isValid ? {} : { document: 'Escriba las 8 cifras del DNI, o déjelo vacío' },
    );
  });
});

describe('a failed visit', () => {
  it('requires a reason, and a photo if the office does', () => {
    const asked = { stop: aStop({ collectDue: 4590 }), to: 'no_entregada', earlier: [], day: DAY } as const;
    expect(readVisit({ ...asked, required: ['incidencia'] }, EMPTY_FORM).errors).toEqual({
      photos: 'Falta la foto: no entrega',
      reason: 'Seleccione el motivo',
    });
    const { draft, errors } = readVisit({ ...asked, required: [] }, { ...EMPTY_FORM, reason: 'ausente' });
    expect(errors).toEqual({});
    expect(draft).toMatchObject({ to: 'no_entregada', reason: 'ausente', receiver: null });
  });
});

it('corrects a visit without asking for its pictures again', () => {
  const own = anOwnVisit({ draft: { ...anOwnVisit().draft, payments: [{ means: 'efectivo', amount: 4590 }] } });
  const form = formOf(own, 4590);
  expect(form).toMatchObject({ name: 'Elena Rojas', relation: 'titular', paid: { efectivo: '' } });
  const asked = {
    stop: aStop({ collectDue: 4590 }),
    to: 'entregada',
    required: ['entrega'],
    earlier: own.photos,
    day: DAY,
  } as const;
  expect(readVisit(asked, form).errors).toEqual({});
});
