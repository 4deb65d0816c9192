import { type DayChange, type DayChanged } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type DayKey } from './days-repository.ts';

/** @returns the event for a change of a courier's day. */
export const dayEvent = (
  { officeId, username, user }: Dispatcher,
  { courierId, day }: DayKey,
  courier: string,
  { what, now, why }: { what: DayChange; now: Date; why?: string | undefined },
): DayChanged => ({
  type: 'day.changed',
  at: now.toISOString(),
  officeId,
  actor: { username, user },
  what,
  courier: { id: String(courierId), name: courier },
  day,
  ...(why !== undefined && { why }),
});
