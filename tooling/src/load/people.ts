import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isOutage } from './client.ts';

/** Pause before the next try, so that clients leave the CPU to starting processes. */
const PAUSE_MS = 50;
const PASSWORD = 'despacho';

export interface Person {
  office: string;
  username: string;
}

/** Charge S of the first company; her saves are counted. */
export const ANA: Person = { office: 'LIMA', username: 'ana.torres' };
/** Has clients and pictures, no administration. */
export const ROSA: Person = { office: 'LIMA', username: 'rosa.mamani' };
/** Charge S of another company. */
export const ELENA: Person = { office: 'CUSCO', username: 'elena.huaman' };

/**
 * Retries until there is a response.
 * @throws Error if the sign-in is refused.
 */
export async function enter(client: Client, { office, username }: Person): Promise<void> {
  for (;;) {
    const outcome = await client.signIn(office, username, PASSWORD);
    if (outcome.status === 200) return;
    if (!isOutage(outcome)) throw new Error(`${username} was answered ${outcome.status} at sign-in`);
    await sleep(PAUSE_MS);
  }
}
