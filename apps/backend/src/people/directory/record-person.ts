import { type PersonChange, type PersonFacts } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { type Account } from './accounts-repository.ts';

interface Change {
  what: PersonChange;
  before: PersonFacts;
  after: PersonFacts;
}

/**
 * Writes a change of a person to the log of an office, in the transaction of the change.
 * @param account as it is after the change.
 * @param officeId the office whose log it is: by default that of the person.
 */
export async function recordPerson(
  trx: Database,
  actor: { username: string; user: string },
  account: Account,
  { what, before, after }: Change,
  { at, officeId = account.office.id }: { at: Date; officeId?: string },
): Promise<void> {
  await appendEvent(trx, account.companyId, {
    type: 'person.changed',
    at: at.toISOString(),
    officeId,
    actor: { username: actor.username, user: actor.user },
    what,
    person: { id: account.id, version: account.version, username: account.username, user: account.user },
    before,
    after,
  });
}
