import * as z from 'zod/mini';
import { type Access } from '../access.ts';
import { evidenceAdded } from './evidence.ts';
import { courierChanged, orderChanged } from './order-events.ts';
import { presenceReport } from './presence.ts';
import { viewChanged } from './views.ts';

/** The live events of the dispatch domain. Only `presence.told` has no id and is not logged. */
export const dispatchEvent = z.discriminatedUnion('type', [
  orderChanged,
  courierChanged,
  viewChanged,
  evidenceAdded,
  presenceReport,
]);

export type DispatchEvent = z.infer<typeof dispatchEvent>;

/** The modules that may receive each event. */
export const DISPATCH_EVENT_ACCESS = {
  'order.changed': ['U01'],
  'courier.changed': ['U01'],
  'view.changed': ['U01'],
  'evidence.added': ['U01', 'T02'],
  'presence.told': ['U01'],
} as const satisfies Record<DispatchEvent['type'], Access>;
