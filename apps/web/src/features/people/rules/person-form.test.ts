import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { changedFields, EMPTY_PERSON, personForm, readPersonForm, unknownCodes, withModule } from './person-form.ts';

const person: PersonOfOffice = {
  id: '7',
  version: 3,
  state: 'active',
  username: 'ana',
  name: 'Ana Ruiz',
  charge: 'D',
  modules: ['X07', 'U01', 'D01'],
  lastSignIn: null,
  unused: true,
  sessions: 0,
  erased: false,
  factor: false,
  factorBy: null,
  provider: false,
};

describe('the form of a person', () => {
  it('shows the modules of the product in menu order, and names the others', () => {
    expect(personForm(person).modules).toEqual(['D01', 'U01']);
    expect(unknownCodes(person)).toEqual(['X07']);
    expect(withModule(personForm(person), 'M01', true).modules).toEqual(['D01', 'M01', 'U01']);
    expect(withModule(personForm(person), 'D01', false).modules).toEqual(['U01']);
  });

  it('names what is wrong, field by field', () => {
    expect(readPersonForm(EMPTY_PERSON).errors).toEqual({
      name: 'Escriba el nombre, de hasta 80 letras',
      username: 'Use letras sin tilde, números y . _ - @',
    });
    expect(readPersonForm({ ...EMPTY_PERSON, name: 'José Peña', username: 'josé' }).errors).toHaveProperty('username');
    expect(readPersonForm({ ...EMPTY_PERSON, name: ' José  Peña', username: 'jose' }).input).toMatchObject({
      username: 'jose',
      charge: 'D',
    });
  });

  it('keeps an unknown charge unless it is changed', () => {
    const old = { ...person, charge: 'Z' };
    expect(changedFields(old, { ...personForm(old), name: 'Ana R.' })).toEqual({ name: 'Ana R.' });
    expect(changedFields(old, { ...personForm(old), charge: 'A' })).toEqual({ charge: 'A' });
    expect(changedFields(person, personForm(person))).toEqual({});
    expect(changedFields(person, withModule(personForm(person), 'U01', false))).toEqual({ modules: ['D01'] });
  });
});
