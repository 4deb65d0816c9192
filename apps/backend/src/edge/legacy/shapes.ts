import { type Permission } from '@despacho/contracts';
import { type Asker } from '@despacho/server/fair-turns';
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

/** For whom a legacy call works. The gateway's assertions name the company by its tax id, and the person by the user's. */
export const askerOf = ({ ruc, id, office }: Person): Asker => ({
  company: ruc,
  office: office.id,
  person: id,
});
