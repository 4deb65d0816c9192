import { arrivalOperations } from './arrivals.ts';
import { assignmentOperations } from './assignments.ts';
import { attentionOperations } from './attention.ts';
import { clientRecordOperations } from './clients.ts';
import { courierImportOperations } from './courier-import.ts';
import { courierRecordOperations } from './courier-records.ts';
import { courierOperations } from './couriers.ts';
import { dashboardOperations } from './dashboard.ts';
import { dayOperations } from './days.ts';
import { districtOperations } from './districts.ts';
import { evidenceOperations } from './evidence.ts';
import { exportOperations } from './exports.ts';
import { firstDayOperations } from './first-day.ts';
import { guestLinkOperations } from './guest-links.ts';
import { handoverOperations } from './handover.ts';
import { historyOperations } from './history.ts';
import { importOperations } from './imports.ts';
import { moneyOperations } from './money.ts';
import { noteOperations } from './notes.ts';
import { companyOfficeOperations } from './offices.ts';
import { orderOperations } from './orders.ts';
import { passwordLinkOperations } from './password-links.ts';
import { peopleOperations } from './people.ts';
import { photoExportOperations } from './photo-exports.ts';
import { placeOperations } from './places.ts';
import { presenceOperations } from './presence.ts';
import { reasonOperations } from './reasons.ts';
import { reportOperations } from './reports.ts';
import { reviewOperations } from './reviews.ts';
import { settingsOperations } from './settings.ts';
import { companyTrailOperations } from './trail.ts';
import { trailOperations } from './trails.ts';
import { viewOperations } from './views.ts';
import { zoneOperations } from './zones.ts';

/** Operations that the gateway forwards to the dispatch service, by id. */
export const DISPATCH_OPERATIONS = {
  ...orderOperations,
  ...courierOperations,
  ...clientRecordOperations,
  ...courierRecordOperations,
  ...courierImportOperations,
  ...trailOperations,
  ...noteOperations,
  ...assignmentOperations,
  ...attentionOperations,
  ...handoverOperations,
  ...dayOperations,
  ...dashboardOperations,
  ...moneyOperations,
  ...reportOperations,
  ...districtOperations,
  ...placeOperations,
  ...reasonOperations,
  ...importOperations,
  ...exportOperations,
  ...evidenceOperations,
  ...photoExportOperations,
  ...guestLinkOperations,
  ...passwordLinkOperations,
  ...reviewOperations,
  ...companyOfficeOperations,
  ...settingsOperations,
  ...firstDayOperations,
  ...viewOperations,
  ...zoneOperations,
  ...presenceOperations,
  ...historyOperations,
  ...arrivalOperations,
  ...peopleOperations,
  ...companyTrailOperations,
};

export type DispatchOperationId = keyof typeof DISPATCH_OPERATIONS;
