import { type PresenceActivity } from '@despacho/contracts/dispatch';
import { type OwnPresence } from './presence-reporter.ts';

/** Editing interferes with others most, then assigning. */
const WEIGHT: Readonly<Record<PresenceActivity, number>> = { editando: 3, asignando: 2, viendo: 1 };

/** @returns the strongest of the claims that parts of a page make; of equals the last. */
export function strongestClaim(claims: readonly OwnPresence[]): OwnPresence | undefined {
  const weightOf = ({ doing, orders }: OwnPresence): number => (orders.length === 0 ? 0 : WEIGHT[doing]);
  return claims.reduce<OwnPresence | undefined>(
    (strongest, claim) => (strongest && weightOf(strongest) > weightOf(claim) ? strongest : claim),
    undefined,
  );
}
