import { type Doing, presenceOperations } from '@despacho/contracts/dispatch';
import { useEffect } from 'react';
import { call } from '../http/call.ts';
import { createPresenceTeller } from './presence-teller.ts';

/** One for the page: what one part of it says takes the place of what another said before. */
const teller = createPresenceTeller(
  async ({ officeId, doing, orders }) => {
    // Nobody waits for it, and it keeps no session alive.
    await call(presenceOperations['presence.tell'], {
      query: { officeId },
      body: { doing, orders: [...orders] },
      background: true,
      logged: true,
    });
  },
  () => document.visibilityState === 'visible',
);

/**
 * Tells the others of the office what this person is about to do with these orders, as long as the page is looked at;
 * and afterwards that they let go of them. Without orders nothing is told.
 */
export function useTellPresence(officeId: string, doing: Doing, orderIds: readonly string[]): void {
  const said = orderIds.join(' ');
  useEffect(() => {
    teller.say({ officeId, doing, orders: said === '' ? [] : said.split(' ') });
    return () => {
      teller.say({ officeId, doing, orders: [] });
    };
  }, [officeId, doing, said]);
}
