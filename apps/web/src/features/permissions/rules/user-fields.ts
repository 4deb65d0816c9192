import { type User } from '@despacho/contracts';
import { distinctLabels } from '#shared/fields/distinct-labels.ts';
import { humanise } from '#shared/fields/humanise.ts';

interface UserField {
  /** The field's name in the response. */
  key: string;
  label: string;
  value: unknown;
}

/** Labels of the fields that Despacho's service sends. Any other field gets a label derived from its name. */
const LABELS = new Map([
  ['id', 'Código'],
  ['user', 'Nombre'],
  ['username', 'Cuenta'],
  ['charge', 'Cargo'],
]);

/** @returns all fields of a user except the permissions, which the matrix shows. */
export const userFields = (user: User): UserField[] =>
  distinctLabels(
    Object.entries(user)
      .filter(([key]) => key !== 'permissionsList')
      .map(([key, value]) => ({ key, label: LABELS.get(key) ?? humanise(key), value })),
  );
