import { describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS, EMPTY_CONTACT, emptyClientForm, readClientForm, USUAL_HOURS } from './client-form.ts';
import { changeLines } from './change-text.ts';

describe('readClientForm', () => {
  it('shows an error at its row, even below an empty row', () => {
    const form = {
      ...emptyClientForm('Botica'),
      contacts: [EMPTY_CONTACT, { ...EMPTY_CONTACT, name: 'Rosa', phone: 'x' }],
      addresses: [
        EMPTY_ADDRESS,
        { ...EMPTY_ADDRESS, address: 'Jr. Uno 1', hours: [USUAL_HOURS, { ...USUAL_HOURS, from: '19:00' }] },
      ],
    };
    expect(Object.keys(readClientForm(form).errors).sort()).toEqual(['addresses.1.hours.1', 'contacts.1.phone']);
  });

  it('reads a RUC with separators', () => {
    expect(readClientForm({ ...emptyClientForm('B'), taxId: '4567-8912' }).input?.taxId).toBe('45678912');
  });
});

it('describes what a change of a client changed', () => {
  const change = { id: '1', at: '2026-11-20T15:00:00.000Z', by: { username: 'a', user: 'A' } };
  expect(
    changeLines({ ...change, what: 'creado', before: {}, after: { name: 'Botica', terms: null, contacts: [] } }),
  ).toEqual(['Nombre: Botica']);
  expect(
    changeLines({
      ...change,
      what: 'editado',
      before: { addresses: [], active: true },
      after: {
        addresses: [
          { label: null, address: 'Jr. Uno 1', hours: [{ days: 'sab', window: { from: '09:00', to: '13:00' } }] },
        ],
        active: false,
      },
    }),
  ).toEqual(['Direcciones: de «—» a «Jr. Uno 1, Sábados 09:00–13:00»', 'Activo: de «sí» a «no»']);
});
