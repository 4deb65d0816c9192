import { assignmentOperations } from './assignments.ts';
import { courierOperations } from './couriers.ts';
import { dayOperations } from './days.ts';
import { districtOperations } from './districts.ts';
import { evidenceOperations } from './evidence.ts';
import { exportOperations } from './exports.ts';
import { guestLinkOperations } from './guest-links.ts';
import { historyOperations } from './history.ts';
import { importOperations } from './imports.ts';
import { noteOperations } from './notes.ts';
import { orderOperations } from './orders.ts';
import { placeOperations } from './places.ts';
import { presenceOperations } from './presence.ts';
import { reasonOperations } from './reasons.ts';
import { reviewOperations } from './reviews.ts';
import { settingsOperations } from './settings.ts';
import { viewOperations } from './views.ts';

/** Operations that the gateway forwards to the dispatch service, by id. */
export const DISPATCH_OPERATIONS = {
  ...orderOperations,
  ...courierOperations,
  ...noteOperations,
  ...assignmentOperations,
  ...dayOperations,
  ...districtOperations,
  ...placeOperations,
  ...reasonOperations,
  ...importOperations,
  ...exportOperations,
  ...evidenceOperations,
  ...guestLinkOperations,
  ...reviewOperations,
  ...settingsOperations,
  ...viewOperations,
  ...presenceOperations,
  ...historyOperations,
};

export type DispatchOperationId = keyof typeof DISPATCH_OPERATIONS;
