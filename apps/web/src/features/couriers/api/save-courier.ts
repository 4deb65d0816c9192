import { type Courier, type CourierEdit, type CourierInput, courierOperations } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';

/** @param idempotencyKey the same for each retry, so that a lost response does not create the courier twice. */
export const createCourier = (officeId: string, body: CourierInput, idempotencyKey: string): Promise<Courier> =>
  call(courierOperations['couriers.create'], { query: { officeId }, body, idempotencyKey });

/** @throws HttpFailure of kind conflict if the courier changed since `version`. */
export const editCourier = (officeId: string, { id, version }: Courier, changes: CourierEdit['changes']) =>
  call(courierOperations['couriers.edit'], { params: { id }, query: { officeId }, body: { version, changes } });

/** @throws HttpFailure of kind conflict while the courier has orders to deliver. */
export const retireCourier = (officeId: string, { id, version }: Courier): Promise<Courier> =>
  call(courierOperations['couriers.retire'], { params: { id }, query: { officeId }, body: { version } });
