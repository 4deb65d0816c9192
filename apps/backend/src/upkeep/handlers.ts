import { type InsightServices } from '#insight/services.ts';
import { type Handlers } from '#platform/call.ts';
import { removeOffice } from './offices/remove-office.ts';
import { removeEvidence } from './privacy/remove-evidence.ts';

/** The operations of this group. */
export const UPKEEP_HANDLERS = {
  'evidence.remove': (services, dispatcher, { key, params, body }) =>
    removeEvidence(services, dispatcher, key, { id: Number(params.id), ...body }),
  'offices.remove': (services, dispatcher, { body }) => removeOffice(services, dispatcher, body.version),
} satisfies Partial<Handlers<InsightServices>>;
