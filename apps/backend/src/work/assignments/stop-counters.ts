import { stopCounter, type TakeStop } from '#orders/order/orders-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { workingDaysOf } from '../days/working-days.ts';

/**
 * @param couriers ids, also repeated.
 * @returns the counter of each courier's next stops, on the working day that the courier is on. @throws Error for another id.
 */
export async function stopCounters(
  trx: Database,
  dispatcher: Dispatcher,
  couriers: readonly number[],
  now: Date,
): Promise<(courierId: number) => TakeStop> {
  const ids = [...new Set(couriers)];
  const days = await workingDaysOf(
    trx,
    dispatcher,
    ids.map((courierId) => ({ courierId, at: now })),
  );
  const counters = new Map<number, TakeStop>();
  for (const [index, id] of ids.entries()) counters.set(id, await stopCounter(trx, dispatcher, id, days[index] ?? ''));
  return (courierId) => {
    const counter = counters.get(courierId);
    if (!counter) throw new Error(`The stops of courier ${courierId} were not counted`);
    return counter;
  };
}
