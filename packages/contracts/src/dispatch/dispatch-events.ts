import * as z from 'zod/mini';
import { type Access, SCREEN_ACCESS } from '../access.ts';
import { arrivalsChanged } from './fleet/arrivals.ts';
import { attentionMoved } from './insight/attention.ts';
import { phoneChanged } from './fleet/couriers.ts';
import { dayChanged, moneyChanged } from './work/days.ts';
import { evidenceAdded } from './field/evidence.ts';
import { figuresChanged } from './platform/figures-changed.ts';
import { noteChanged } from './orders/notes.ts';
import { officeChanged } from './people/offices.ts';
import { courierChanged, evidenceRemoved, orderChanged } from './orders/order-events.ts';
import { personChanged } from './people/people.ts';
import { positionsMoved } from './fleet/positions.ts';
import { presenceReport } from './platform/presence.ts';
import { reviewAdded, reviewDecided } from './field/reviews.ts';
import { settingsChanged } from './people/settings.ts';
import { viewChanged } from './orders/views.ts';
import { zoneChanged } from './fleet/zones.ts';

/**
 * The live events of the dispatch domain. `presence.told`, `positions.moved`, `arrivals.changed`, `figures.changed` and
 * `attention.moved` have no id and are not logged.
 */
export const dispatchEvent = z.discriminatedUnion('type', [
  orderChanged,
  courierChanged,
  viewChanged,
  zoneChanged,
  evidenceAdded,
  evidenceRemoved,
  reviewAdded,
  reviewDecided,
  dayChanged,
  moneyChanged,
  noteChanged,
  phoneChanged,
  settingsChanged,
  personChanged,
  officeChanged,
  presenceReport,
  positionsMoved,
  arrivalsChanged,
  figuresChanged,
  attentionMoved,
]);

export type DispatchEvent = z.infer<typeof dispatchEvent>;

/** The modules that may receive each event. */
export const DISPATCH_EVENT_ACCESS = {
  'order.changed': ['U01'],
  'courier.changed': ['U01'],
  'view.changed': ['U01'],
  'zone.changed': ['U01', 'M01'],
  'evidence.added': ['U01', 'T02'],
  'evidence.removed': ['U01', 'T02'],
  'review.added': ['U01'],
  'review.decided': ['U01'],
  'day.changed': ['U01', 'M01'],
  // People without access to money do not receive who handed it over.
  'money.changed': ['D05'],
  'note.changed': ['U01'],
  'phone.changed': ['U01'],
  'settings.changed': ['U01'],
  'person.changed': ['G01'],
  // The name is in every list of offices, and a closed office refuses everybody's changes.
  'office.changed': 'session',
  'presence.told': ['U01'],
  'positions.moved': ['M01'],
  'arrivals.changed': ['M01'],
  'figures.changed': SCREEN_ACCESS.dashboard,
  'attention.moved': ['D04'],
} as const satisfies Record<DispatchEvent['type'], Access>;
