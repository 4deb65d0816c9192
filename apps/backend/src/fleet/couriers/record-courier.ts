import { REPORTED_KINDS, type TrailKind } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { recordTrail } from '#people/trail/record-trail.ts';

type CourierTrailKind = Extract<TrailKind, `courier.${string}`>;

/**
 * Adds a change of a courier to the company's trail, in the transaction of the change. The courier is named by id
 * alone: the trail is append-only, and a courier may ask to be erased. Kinds of gateways are written for commands only.
 * @param courierId null for several couriers.
 */
export async function recordCourier(
  trx: Database,
  { companyId, officeId, sub, username, user, isPerson }: Dispatcher,
  kind: CourierTrailKind,
  courierId: number | null,
  details?: Record<string, unknown>,
): Promise<void> {
  if (isPerson !== false && REPORTED_KINDS.some((reported) => reported === kind)) return;
  await recordTrail(trx, {
    companyId,
    officeId,
    kind,
    actor: { id: isPerson === false ? null : sub, username, user },
    ...(courierId !== null && { subject: { kind: 'courier', id: String(courierId) } }),
    ...(details && { details }),
  });
}
