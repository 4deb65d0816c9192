import { type Dispatcher, systemIn } from '../../dispatch/dispatcher.ts';
import { type OfficeTime, officeDay } from '../../dispatch/working-day.ts';
import { type Services } from '../../services.ts';
import { type Random } from '../random.ts';

/** An office of the demonstration, with what its next action needs. */
export interface Stage extends OfficeTime {
  services: Services;
  random: Random;
  companyId: string;
  officeId: string;
}

/** An idempotency key; never repeated within the demonstration. */
export const nextKey = (random: Random): string =>
  `demo-${random.next().toString(36).slice(2)}-${random.between(0, 2 ** 30)}`;

/** A courier as the author of a change. */
export const courierOf = (stage: Stage, courier: { id: number; name: string }): Dispatcher => ({
  ...systemIn(stage),
  sub: `${stage.officeId}/repartidor-${courier.id}`,
  username: `repartidor-${courier.id}`,
  user: courier.name,
});

export const todayOf = (stage: Stage): string => officeDay(stage.services.clock(), stage);
