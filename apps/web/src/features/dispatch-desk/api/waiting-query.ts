import { CLAIM_SECONDS, placeOperations, type WaitingPlaces } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { type Store } from '#shared/state/store.ts';

/** Often enough that a claim survives two lost requests. */
const RENEWED_MS = (CLAIM_SECONDS * 1000) / 3;

/** Nested under the office's dispatch key, so that live events refresh it. */
export const waitingKey = (officeId: string) => ['dispatch', officeId, 'waiting'] as const;

/** The order whose address this page has claimed; null if it has no claim to renew. */
export type PageClaim = Store<string | null>;

/**
 * The addresses that have to be located. The key is the same for every claim, so that the list stays when a read fails.
 * @param order the order whose address the person locates in this page: claimed by the first read, and renewed by the
 *   others, which are repeated while the page is visible. Null reads the list alone.
 * @param onLost called when another page of the person has claimed another address instead.
 */
export const waitingQuery = (officeId: string, order: string | null, claim: PageClaim, onLost: () => void) =>
  queryOptions({
    queryKey: waitingKey(officeId),
    queryFn: async (context): Promise<WaitingPlaces> => {
      const renews = order !== null && claim.get() === order;
      const answer = await call(placeOperations['places.waiting'], {
        query: { officeId },
        body: { claim: order, ...(renews && { mode: 'renew' as const }) },
        held: false,
        ...reading(context),
      });
      const address = answer.streets.flatMap(({ addresses }) => addresses).find((each) => each.order === order);
      if (renews && address?.claim === null) onLost();
      claim.set(address?.claim?.isOwn ? order : null);
      return answer;
    },
    refetchInterval: order === null ? false : RENEWED_MS,
  });

/** Releases the claim of this page. If it fails, the claim expires. */
export async function releaseClaim(officeId: string, claim: PageClaim): Promise<void> {
  const order = claim.get();
  if (order === null) return;
  await call(placeOperations['places.waiting'], {
    query: { officeId },
    body: { claim: order, mode: 'release' },
    background: 'refresh',
    logged: true,
    held: false,
  }).catch(() => undefined);
}
