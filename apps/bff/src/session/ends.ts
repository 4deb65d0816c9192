import { type Config } from '#config.ts';
import { type SessionRecord } from './record.ts';

/** Why a session ended. `full`: evicted at a limit; `host`: refused by the credentials call; `provider`: the user signed out at the provider. */
export type EndReason =
  | 'logout'
  | 'replaced'
  | 'idle'
  | 'absolute'
  | 'too-many'
  | 'full'
  | 'owner'
  | 'administrator'
  | 'provider'
  | 'host';

/** Long enough to type a password, short enough that a forgotten login page costs nothing. */
const ANONYMOUS_MS = 15 * 60_000;

/** In epoch milliseconds. */
export interface SessionEnds {
  /** When it ends without further use; never after `endsAt`. */
  idleEndsAt: number;
  endsAt: number;
}

export type Limits = Pick<Config, 'SESSION_IDLE_MINUTES' | 'SESSION_ABSOLUTE_HOURS'>;

/** @returns functions for the end times of sessions under these limits. */
export function createEnds({ SESSION_IDLE_MINUTES, SESSION_ABSOLUTE_HOURS }: Limits) {
  const idleMs = SESSION_IDLE_MINUTES * 60_000;
  const absoluteMs = SESSION_ABSOLUTE_HOURS * 3_600_000;
  return ({ person, usedAt, createdAt, endsBy = Infinity }: SessionRecord): SessionEnds => {
    const endsAt = Math.min(endsBy, createdAt + (person ? absoluteMs : ANONYMOUS_MS));
    return { endsAt, idleEndsAt: Math.min(endsAt, person ? usedAt + idleMs : endsAt) };
  };
}

/** @returns which of the two limits ended a session. */
export const limitOf = ({ endsAt, idleEndsAt }: SessionEnds): 'idle' | 'absolute' =>
  idleEndsAt < endsAt ? 'idle' : 'absolute';
