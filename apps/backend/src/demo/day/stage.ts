import { type Dispatcher } from '../../dispatch/dispatcher.ts';
import { localOf } from '../../dispatch/zoned-time.ts';
import { type Services } from '../../services.ts';
import { type Random } from '../random.ts';

/** An office of the demonstration with what its next happening is made from. */
export interface Stage {
  services: Services;
  random: Random;
  companyId: string;
  officeId: string;
  timeZone: string;
}

/** Somebody's own name for a request: the demonstration never repeats one. */
export const nextKey = (random: Random): string => `demo-${random.next().toString(36).slice(2)}-${random.between(0, 2 ** 30)}`; // prettier-ignore

/** Whoever does what nobody in particular does. */
export const systemOf = ({ companyId, officeId, timeZone }: Stage): Dispatcher => ({
  sub: `${officeId}/sistema`,
  username: 'sistema',
  user: 'Sistema',
  charge: '',
  companyId,
  officeId,
  timeZone,
});

/** A courier who tells of a visit. */
export const courierOf = (stage: Stage, courier: { id: number; name: string }): Dispatcher => ({
  ...systemOf(stage),
  sub: `${stage.officeId}/repartidor-${courier.id}`,
  username: `repartidor-${courier.id}`,
  user: courier.name,
});

export const todayOf = ({ services, timeZone }: Stage): string => localOf(services.clock(), timeZone).date;
