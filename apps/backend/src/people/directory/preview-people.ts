import { type PeoplePreview } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { requireCaller } from './accounts-repository.ts';
import { usernamesOf } from './create-people.ts';
import { listProfiles } from './profiles.ts';
import { readPeopleList } from './read-people-list.ts';

/** Reads a list of people without creating anybody. */
export async function previewPeople(
  { db }: Pick<PlatformServices, 'db'>,
  dispatcher: Dispatcher,
  text: string,
): Promise<PeoplePreview> {
  const caller = await requireCaller(db, dispatcher);
  return readPeopleList(text, {
    profiles: await listProfiles({ db }, dispatcher),
    taken: await usernamesOf(db, dispatcher),
    grantable: seesWholeCompany(caller) ? undefined : caller.modules,
    mayAppointS: seesWholeCompany(caller),
  });
}
