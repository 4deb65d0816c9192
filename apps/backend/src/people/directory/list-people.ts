import { PEOPLE_PAGE, type PeopleList, type PeoplePage } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { invalid } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { allowsPasswords } from '../passwords/allows-passwords.ts';
import { countByList, listAccounts, toPersonOfOffice } from './accounts-repository.ts';

const writeCursor = (place: { key: string; id: string }): string =>
  Buffer.from(JSON.stringify([place.key, place.id])).toString('base64url');

/** @throws Refusal invalid for a cursor that no page has. */
function readCursor(cursor: string): { key: string; id: string } {
  try {
    const [key, id, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && typeof id === 'string' && more.length === 0 && !(key + id).includes('\0'))
      return { key, id };
  } catch {
    // Below.
  }
  throw invalid('La página no existe', 'query.cursor');
}

/** @returns a page of the people of an office, by name. Sessions are those of the gateway, which adds them. */
export async function listPeople(
  { db }: Pick<PlatformServices, 'db'>,
  dispatcher: Dispatcher,
  {
    estado,
    buscar = '',
    cursor,
  }: { estado?: PeopleList | undefined; buscar?: string | undefined; cursor?: string | undefined },
): Promise<PeoplePage> {
  const wanted = { list: estado, search: buscar, after: cursor === undefined ? undefined : readCursor(cursor) };
  // One more than a page shows whether there is another.
  const found = await listAccounts(db, dispatcher, { ...wanted, size: PEOPLE_PAGE + 1 });
  const page = found.slice(0, PEOPLE_PAGE);
  const last = page.at(-1);
  return {
    people: page.map(toPersonOfOffice),
    counts: await countByList(db, dispatcher),
    byUsername: await allowsPasswords(db, dispatcher),
    next: last && found.length > PEOPLE_PAGE ? writeCursor(last) : null,
  };
}
