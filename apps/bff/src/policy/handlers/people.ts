import { createdPeople, peoplePage, personOfOffice } from '@despacho/contracts/dispatch';
import { endSessions } from '#session/own-sessions.ts';
import { type Call, type SendOn } from '../policy.ts';
import { auditFields } from './export-fields.ts';

/** Adds how many sessions each listed person has open. One read of the store for the whole page. */
export async function listPeople({ query, services }: Call<'people.list', 'sessions'>, send: SendOn): Promise<unknown> {
  const value = await send(undefined);
  const { success, data: page } = peoplePage.safeParse(value);
  // An invalid page breaks the contract and is reported as that.
  if (!success) return value;
  const { sessions } = services;
  const owners = page.people.flatMap(({ id, username }) => sessions.owners.ofUser(query.officeId, { id, username }));
  const open = new Map<string, number>();
  for (const { record } of owners.length > 0 ? await sessions.listOf(owners) : []) {
    const id = record.person?.id;
    if (id !== undefined && id !== null) open.set(id, (open.get(id) ?? 0) + 1);
  }
  return { ...page, people: page.people.map((person) => ({ ...person, sessions: open.get(person.id) ?? 0 })) };
}

type Change =
  | 'people.edit'
  | 'people.disable'
  | 'people.enable'
  | 'people.retire'
  | 'people.delete'
  | 'people.move'
  | 'people.removeFactor'
  | 'people.permitFactor'
  | 'people.inviteProvider'
  | 'people.unlinkProvider';
type ChangeCall = Call<Change, 'sessions' | 'security'>;

function log({ req, query, services: { security } }: ChangeCall, change: string, target: string, ended?: number): void {
  security.log('person.changed', { ...auditFields(req, security, query.officeId), target, change, ended });
}

/** Logs who changed whom. The service rejects a body, even null, where the contract has none. */
export const changePerson =
  (change: string) =>
  async (call: ChangeCall, send: SendOn): Promise<unknown> => {
    const value = await send(call.body ?? undefined);
    log(call, change, call.params.id);
    return value;
  };

/**
 * Ends the sessions of a person who loses access, their second factor, or their account at the company's provider. Other
 * gateways with their own store learn of it from the dispatch service within a second.
 */
export const endAccess =
  (change: string) =>
  async (call: ChangeCall, send: SendOn): Promise<unknown> => {
    const value = await send(call.body ?? undefined);
    const { success, data: person } = personOfOffice.safeParse(value);
    if (!success) {
      log(call, change, call.params.id);
      return value;
    }
    const { sessions } = call.services;
    const owners = sessions.owners.ofUser(call.query.officeId, { id: person.id, username: person.username });
    log(call, change, person.id, await endSessions(sessions, owners, 'administrator'));
    return value;
  };

/** Logs who created which accounts, without the temporary passwords. */
export async function createPeople(
  { req, query, body, services }: Call<'people.create', 'security'>,
  send: SendOn,
): Promise<unknown> {
  const value = await send(body);
  const { success, data } = createdPeople.safeParse(value);
  if (!success) return value;
  const audit = auditFields(req, services.security, query.officeId);
  services.security.log('people.created', { ...audit, people: data.people.map(({ id }) => id) });
  return value;
}
