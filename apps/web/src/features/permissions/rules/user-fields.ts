import { type User } from '@despacho/contracts';
import { distinctLabels } from '../../../shared/fields/distinct-labels.ts';
import { humanise } from '../../../shared/fields/humanise.ts';

interface UserField {
  /** The name on the wire. */
  key: string;
  label: string;
  value: unknown;
}

/** Names of the fields our own service sends. Any other is shown under its own name, made readable. */
const LABELS = new Map([
  ['id', 'Código'],
  ['user', 'Nombre'],
  ['username', 'Cuenta'],
  ['charge', 'Cargo'],
]);

/** @returns everything the service tells of a person but their permissions, which the matrix shows. */
export const userFields = (user: User): UserField[] =>
  distinctLabels(
    Object.entries(user)
      .filter(([key]) => key !== 'permissionsList')
      .map(([key, value]) => ({ key, label: LABELS.get(key) ?? humanise(key), value })),
  );
