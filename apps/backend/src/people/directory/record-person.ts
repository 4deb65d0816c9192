import { type PersonChange, type PersonFacts, type TrailKind } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { type Account } from './accounts-repository.ts';

const TRAIL: Record<PersonChange, TrailKind> = {
  created: 'account.created',
  edited: 'account.edited',
  disabled: 'account.disabled',
  enabled: 'account.enabled',
  retired: 'account.retired',
  moved: 'account.moved',
  deleted: 'account.deleted',
};

/** Who changes a person; without an id, the server's operator. */
export interface Actor {
  id?: string;
  username: string;
  user: string;
}

interface Change {
  what: PersonChange;
  before: PersonFacts;
  after: PersonFacts;
  /** Lines of «Por atender» that they gave away, and the id of the colleague. Stored in the trail only, without names. */
  lines?: { count: number; to: string | null } | undefined;
  /** The lists of modules, if they changed too. Stored in the trail only: they have a separate event. */
  modules?: { before: string[]; after: string[] } | undefined;
}

/**
 * Writes a change of a person to the company's trail and to the logs of the offices that see it, in the transaction of
 * the change.
 * @param account as it is after the change.
 * @param offices whose logs it is in.
 */
export async function recordPerson(
  trx: Database,
  actor: Actor,
  account: Account,
  { what, before, after, lines, modules }: Change,
  { at, offices }: { at: Date; offices: readonly string[] },
): Promise<void> {
  const { companyId, id, version, username, user } = account;
  for (const officeId of offices)
    await appendEvent(
      trx,
      companyId,
      {
        type: 'person.changed',
        at: at.toISOString(),
        officeId,
        actor: { username: actor.username, user: actor.user },
        what,
        person: { id, version, username, user },
        before,
        after,
      },
      { evenIfClosed: true },
    );
  await recordTrail(trx, {
    companyId,
    officeId: account.office.id,
    kind: modules && what === 'edited' ? 'permissions.changed' : TRAIL[what],
    actor: { id: actor.id ?? null, username: actor.username, user: actor.user },
    subject: { kind: 'user', id, name: user },
    details: {
      before: { ...before, ...(modules && { modules: modules.before }) },
      after: { ...after, ...(modules && { modules: modules.after }) },
      ...(lines && { lines }),
    },
    at,
  });
}
