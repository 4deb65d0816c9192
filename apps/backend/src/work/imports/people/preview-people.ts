import { type PeoplePreview } from '@despacho/contracts/dispatch';
import { requireCaller } from '#people/directory/accounts-repository.ts';
import { usernamesOf } from '#people/directory/usernames.ts';
import { listProfiles } from '#people/directory/profiles.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { type WorkServices } from '../../services.ts';
import { readTable, type UploadedTable } from '../read-table.ts';

/** Reads a list of people without creating anybody. @throws Refusal as `readTable`. */
export async function previewPeople(
  services: WorkServices,
  dispatcher: Dispatcher,
  file: UploadedTable,
  signal: AbortSignal,
): Promise<PeoplePreview> {
  const caller = await requireCaller(services.db, dispatcher);
  const context = {
    profiles: await listProfiles(services, dispatcher),
    taken: await usernamesOf(services.db, dispatcher),
    grantable: seesWholeCompany(caller) ? undefined : caller.modules,
    mayAppointS: seesWholeCompany(caller),
  };
  return readTable(services, dispatcher, file, { table: 'people', context }, signal);
}
