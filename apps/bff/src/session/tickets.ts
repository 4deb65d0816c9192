import { timingSafeEqual } from 'node:crypto';
import { type KeyedHash } from '#throttle/keyed-hash.ts';
import { type LiveSession } from './record.ts';

/** Base64url of the 32 bytes of a digest. */
const SEAL_LENGTH = 43;

/** Binds an upstream's tickets to a session. Stateless: any gateway can verify them. */
export interface Tickets {
  /** @returns the ticket for the browser. */
  bind(session: LiveSession, ticket: string): string;
  /** @returns the upstream's ticket; undefined for one of another session or an invalid one. */
  open(session: LiveSession, bound: string): string | undefined;
}

export function createTickets(hash: KeyedHash): Tickets {
  const sealOf = ({ key }: LiveSession, ticket: string) => hash('ticket', `${key}\n${ticket}`).toString('base64url');
  return {
    bind: (session, ticket) => sealOf(session, ticket) + ticket,
    open(session, bound) {
      const [given, ticket] = [bound.slice(0, SEAL_LENGTH), bound.slice(SEAL_LENGTH)];
      if (ticket === '') return undefined;
      const [actual, expected] = [Buffer.from(given), Buffer.from(sealOf(session, ticket))];
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? ticket : undefined;
    },
  };
}
