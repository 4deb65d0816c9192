import { createHmac, hkdfSync } from 'node:crypto';
import { type Person } from './record.ts';

/** Keys under which one person's sessions are listed, in a form that does not reveal the person. */
export interface Owners {
  /** @returns one key for each known secret, newest first. */
  of(person: Pick<Person, 'id' | 'officeId' | 'username'>): string[];
  /** @returns every key under which a user of an office may have sessions. */
  ofUser(officeId: string, user: { id: string; username: string | undefined }): string[];
}

/**
 * Hosts compare names without case. Accents are kept: if they matter to a host, «Muñoz» and «Munoz» are two people, and
 * neither may see the other's sessions.
 */
const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** A host's user ids are unique across offices: `POST permission/{id}` takes them without an office. */
const byId = (id: string): string => `id:${id}`;
/** Encoded, because an office's id may contain a colon, and so may a name. */
const byName = (officeId: string, username: string): string =>
  `name:${encodeURIComponent(officeId)}:${folded(username)}`;

/** @returns one name of a person for all their sessions in this process; must not be stored or logged. */
export const personName = ({ id, officeId, username }: Pick<Person, 'id' | 'officeId' | 'username'>): string =>
  id === null ? byName(officeId, username) : byId(id);

/**
 * @param secrets newest first. Sessions listed under an older one are found while it is known, as they can be opened.
 */
export function createOwners(secrets: readonly string[]): Owners {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'despacho/session-owner/1', 32)));
  const namesOf = (text: string) =>
    keys.map((key) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32));
  return {
    of: (person) => namesOf(personName(person)),
    ofUser: (officeId, { id, username }) => [
      ...namesOf(byId(id)),
      ...(username === undefined ? [] : namesOf(byName(officeId, username))),
    ],
  };
}
