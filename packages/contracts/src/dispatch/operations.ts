import { arrivalOperations } from './fleet/arrivals.ts';
import { assignmentOperations } from './work/assignments.ts';
import { attentionOperations } from './insight/attention.ts';
import { clientRecordOperations } from './people/clients.ts';
import { courierImportOperations } from './fleet/courier-import.ts';
import { courierRecordOperations } from './fleet/courier-records.ts';
import { courierOperations } from './fleet/couriers.ts';
import { dashboardOperations } from './insight/dashboard.ts';
import { dayOperations } from './work/days.ts';
import { districtOperations } from './platform/districts.ts';
import { evidenceOperations } from './field/evidence.ts';
import { exportOperations } from './orders/exports.ts';
import { firstDayOperations } from './insight/first-day.ts';
import { guestLinkOperations } from './insight/guest-links.ts';
import { handoverOperations } from './insight/handover.ts';
import { historyOperations } from './insight/history.ts';
import { importOperations } from './work/imports.ts';
import { moneyOperations } from './work/money.ts';
import { noteOperations } from './orders/notes.ts';
import { companyOfficeOperations } from './people/offices.ts';
import { orderOperations } from './orders/orders.ts';
import { passwordLinkOperations } from './people/password-links.ts';
import { peopleOperations } from './people/people.ts';
import { photoExportOperations } from './field/photo-exports.ts';
import { placeOperations } from './orders/places.ts';
import { presenceOperations } from './platform/presence.ts';
import { providerLinkOperations } from './people/provider-links.ts';
import { reasonOperations } from './orders/reasons.ts';
import { reportOperations } from './insight/reports.ts';
import { reviewOperations } from './field/reviews.ts';
import { settingsOperations } from './people/settings.ts';
import { signInRulesOperations } from './people/sign-in-rules.ts';
import { suggestionOperations } from './work/suggestions.ts';
import { companyTrailOperations } from './people/trail.ts';
import { trailOperations } from './fleet/trails.ts';
import { viewOperations } from './orders/views.ts';
import { zoneOperations } from './fleet/zones.ts';

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
  ...suggestionOperations,
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
  ...providerLinkOperations,
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
  ...signInRulesOperations,
  ...companyTrailOperations,
};

export type DispatchOperationId = keyof typeof DISPATCH_OPERATIONS;
