import { CLAIM_SECONDS, placeOperations, type WaitingPlaces } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Often enough that a claim survives two lost requests. */
const RENEWED_MS = (CLAIM_SECONDS * 1000) / 3;

/** Nested under the office's dispatch key, so that live events refresh it. */
export const waitingKey = (officeId: string) => ['dispatch', officeId, 'waiting'] as const;

/**
 * The addresses that have to be located. The key is the same for every claim, so that the list stays when a read fails.
 * @param claim the order whose address this person locates: claimed with each read, which is repeated while the page is
 *   visible. Null releases the claim.
 */
export const waitingQuery = (officeId: string, claim: string | null) =>
  queryOptions({
    queryKey: waitingKey(officeId),
    queryFn: (context): Promise<WaitingPlaces> =>
      call(placeOperations['places.waiting'], {
        query: { officeId },
        body: { claim },
        held: false,
        ...reading(context),
      }),
    refetchInterval: claim === null ? false : RENEWED_MS,
  });

/** Releases the claim of this person. If it fails, the claim expires. */
export async function releaseClaim(officeId: string): Promise<void> {
  await call(placeOperations['places.waiting'], {
    query: { officeId },
    body: { claim: null },
    background: 'refresh',
    logged: true,
    held: false,
  }).catch(() => undefined);
}
