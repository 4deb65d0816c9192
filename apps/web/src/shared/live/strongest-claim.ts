import { type PresenceActivity } from '@despacho/contracts/dispatch';
import { type OwnPresence } from './presence-reporter.ts';

/** Whoever writes in an order is in its way most, then whoever is about to give it away. */
const WEIGHT: Readonly<Record<PresenceActivity, number>> = { editando: 3, asignando: 2, viendo: 1 };

/** @returns what to tell of all that parts of a page say of their person: the weightiest, of equals the last. */
export function strongestClaim(claims: readonly OwnPresence[]): OwnPresence | undefined {
  const weightOf = ({ doing, orders }: OwnPresence): number => (orders.length === 0 ? 0 : WEIGHT[doing]);
  return claims.reduce<OwnPresence | undefined>(
    (strongest, claim) => (strongest && weightOf(strongest) > weightOf(claim) ? strongest : claim),
    undefined,
  );
}
