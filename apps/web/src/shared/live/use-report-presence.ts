import { type PresenceActivity, presenceOperations } from '@despacho/contracts/dispatch';
import { useEffect } from 'react';
import { call } from '../http/call.ts';
import { createPresenceReporter, type OwnPresence } from './presence-reporter.ts';
import { strongestClaim } from './strongest-claim.ts';

/** One per page: a newer claim replaces an older one. */
const reporter = createPresenceReporter(
  async ({ officeId, doing, orders }) => {
    // In the background, so that it does not keep the session alive.
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
 * Reports to the office the user's intended action on these orders while the page is visible, and its end. If several
 * parts of a page report, the strongest claim is sent.
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
