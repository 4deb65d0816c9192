import { type Permission } from '@despacho/contracts';
import { type Person } from '#platform/person.ts';

/** Module codes in the form of the legacy calls. */
export const toPermissionsList = (modules: readonly string[]): Permission[] => modules.map((module) => ({ module }));

/** A user in the form of the legacy calls. */
export const toLegacyUser = (person: Person) => ({
  id: person.id,
  username: person.username,
  user: person.user,
  charge: person.charge,
  officeId: person.office,
  permissionsList: toPermissionsList(person.modules),
});
