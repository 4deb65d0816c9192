import { expect, it } from 'vitest';
import { userFields } from './user-fields.ts';

it('S32: shows every field that a host sends, under distinct labels', () => {
  const user = { id: 7, user: 'Ana Torres', nombre: 'ANA T.', constructor: 'x', permissionsList: [{ module: 'G01' }] };
  expect(userFields(user)).toEqual([
    { key: 'id', label: 'Código', value: 7 },
    { key: 'user', label: 'Nombre (user)', value: 'Ana Torres' },
    { key: 'nombre', label: 'Nombre (nombre)', value: 'ANA T.' },
    { key: 'constructor', label: 'Constructor', value: 'x' },
  ]);
});
