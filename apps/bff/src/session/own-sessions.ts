import { type OwnSession } from '@despacho/contracts';
import { type EndReason } from './ends.ts';
import { type SignedInSession } from './record.ts';
import { publicHandle } from './session-id.ts';
import { type Sessions } from './sessions.ts';

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** @returns the sessions of a session's person in the form they may see, last used first. */
export async function listOwnSessions(
  current: SignedInSession,
  sessions: Sessions,
  placeOf: (address: string) => string,
): Promise<OwnSession[]> {
  const found = await sessions.listOf(sessions.owners.of(current.record.person));
  return found.map(({ key, record }) => {
    const { device, address } = record.seenFrom ?? { device: 'Dispositivo desconocido', address: '' };
    return {
      id: publicHandle(key),
      current: key === current.key,
      device,
      place: placeOf(address),
      address,
      startedAt: iso(record.createdAt),
      usedAt: iso(record.usedAt),
      endsAt: iso(sessions.endsOf(record).endsAt),
    };
  });
}

/**
 * Ends the selected sessions of a person.
 * @param owners keys of the person (owner.ts).
 * @returns how many this call ended.
 */
export async function endSessions(
  sessions: Sessions,
  owners: readonly string[],
  reason: EndReason,
  wanted: (key: string) => boolean = () => true,
): Promise<number> {
  const found = await sessions.listOf(owners);
  const ended = await Promise.all(
    found.filter(({ key }) => wanted(key)).map((session) => sessions.destroy(session, reason)),
  );
  return ended.filter(Boolean).length;
}

/** Ends the other sessions of a session's person. @returns how many this call ended. */
export const endOtherSessions = (sessions: Sessions, current: SignedInSession): Promise<number> =>
  endSessions(sessions, sessions.owners.of(current.record.person), 'owner', (key) => key !== current.key);
