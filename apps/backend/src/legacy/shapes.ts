import { type Permission } from '@despacho/contracts';
import { type Person } from '../person.ts';

/** Module codes as the legacy calls write them. */
export const toPermissionsList = (modules: readonly string[]): Permission[] => modules.map((module) => ({ module }));

/** A user as the legacy calls write one. */
export const toLegacyUser = (person: Person) => ({
  id: person.id,
  username: person.username,
  user: person.user,
  charge: person.charge,
  officeId: person.office,
  permissionsList: toPermissionsList(person.modules),
});
