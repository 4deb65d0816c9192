import { type Courier, type CourierEdit, type CourierInput, courierOperations } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';

/** @param idempotencyKey names the intent: sent again with it, the courier is not created twice. */
export const createCourier = (officeId: string, body: CourierInput, idempotencyKey: string): Promise<Courier> =>
  call(courierOperations['couriers.create'], { query: { officeId }, body, idempotencyKey });

/** @throws HttpFailure of kind conflict when somebody changed the courier since `version`. */
export const editCourier = (officeId: string, { id, version }: Courier, changes: CourierEdit['changes']) =>
  call(courierOperations['couriers.edit'], { params: { id }, query: { officeId }, body: { version, changes } });

/** @throws HttpFailure of kind conflict while the courier has anything to deliver. */
export const retireCourier = (officeId: string, { id, version }: Courier): Promise<Courier> =>
  call(courierOperations['couriers.retire'], { params: { id }, query: { officeId }, body: { version } });
