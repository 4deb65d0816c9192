import { type Courier } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { toCourier } from './courier-row.ts';
import { listCouriersOf } from './couriers-repository.ts';

/** @returns the couriers of the office by name, retired ones included. */
export async function listCouriers({ db }: Services, dispatcher: Dispatcher): Promise<Courier[]> {
  return (await listCouriersOf(db, dispatcher)).map(toCourier);
}
