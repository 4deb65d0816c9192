import { evidenceOperations, type PhotoRequest } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';

/** Asks the courier of a closed order for a photo. @param kind null withdraws the request. */
export const askPhoto = (officeId: string, orderId: string, kind: PhotoRequest['kind'] | null) =>
  call(evidenceOperations['evidence.ask'], { params: { id: orderId }, query: { officeId }, body: { kind } });

/** Accepts the faults found by the checks of an order. @param upTo the last photo and the last visit that are shown. */
export const settleChecks = (officeId: string, orderId: string, upTo: { photo: string | null; visit: string | null }) =>
  call(evidenceOperations['evidence.settle'], { params: { id: orderId }, query: { officeId }, body: upTo });
