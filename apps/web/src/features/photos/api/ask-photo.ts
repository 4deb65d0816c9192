import { evidenceOperations, type PhotoRequest } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';

/** Asks the courier of a closed order for a photo. @param kind null withdraws the request. */
export const askPhoto = (officeId: string, orderId: string, kind: PhotoRequest['kind'] | null) =>
  call(evidenceOperations['evidence.ask'], { params: { id: orderId }, query: { officeId }, body: { kind } });

/** Accepts what the checks of an order found. @param upTo id of its last photo that is shown; null without one. */
export const settleChecks = (officeId: string, orderId: string, upTo: string | null) =>
  call(evidenceOperations['evidence.settle'], { params: { id: orderId }, query: { officeId }, body: { upTo } });
