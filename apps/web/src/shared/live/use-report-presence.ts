import { type PresenceActivity, presenceOperations } from '@despacho/contracts/dispatch';
import { useEffect } from 'react';
import { call } from '../http/call.ts';
import { createPresenceReporter, type OwnPresence } from './presence-reporter.ts';
import { strongestClaim } from './strongest-claim.ts';

/** One for the page: what one part of it says takes the place of what another said before. */
const reporter = createPresenceReporter(
  async ({ officeId, doing, orders }) => {
    // Nobody waits for it, and it keeps no session alive.
    await call(presenceOperations['presence.tell'], {
      query: { officeId },
      body: { doing, orders: [...orders] },
      background: 'presence',
      logged: true,
    });
  },
  () => document.visibilityState === 'visible',
);

const claims = new Map<symbol, OwnPresence>();

function say(officeId: string): void {
  reporter.say(strongestClaim([...claims.values()]) ?? { officeId, doing: 'viendo', orders: [] });
}

/**
 * Tells the others of the office what this person is about to do with these orders, as long as the page is looked at;
 * and afterwards that they let go of them. Several parts of a page may say so: the weightiest is told.
 */
export function useReportPresence(officeId: string, doing: PresenceActivity, orderIds: readonly string[]): void {
  const said = orderIds.join(' ');
  useEffect(() => {
    const part = Symbol(doing);
    if (said !== '') claims.set(part, { officeId, doing, orders: said.split(' ') });
    say(officeId);
    return () => {
      claims.delete(part);
      say(officeId);
    };
  }, [officeId, doing, said]);
}
