import { isOffice } from '#platform/database/in-office.ts';
import { type Person, requireModule, seesWholeCompany } from '#platform/person.ts';
import { notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { listUsersOf } from './users-repository.ts';

/** Spanish order: «Ñ» after «N», ignoring accents. */
const { compare } = new Intl.Collator('es', { sensitivity: 'base' });

/** @returns the users of an office, by name. Other offices are visible only with charge S. */
export async function listOfficeUsers({ db }: PlatformServices, asking: Person, officeId: string): Promise<Person[]> {
  requireModule(asking, 'G01');
  if (officeId !== asking.office.id && !seesWholeCompany(asking)) throw notFound();
  await db
    .selectFrom('offices')
    .select('id')
    .where(isOffice({ companyId: asking.companyId, officeId }))
    .executeTakeFirstOrThrow(notFound);
  const users = await listUsersOf(db, asking.companyId, officeId);
  return users.sort((one, other) => compare(one.user, other.user));
}
