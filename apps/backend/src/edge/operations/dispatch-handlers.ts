import { FIELD_HANDLERS } from '#field/handlers.ts';
import { FLEET_HANDLERS } from '#fleet/handlers.ts';
import { INSIGHT_HANDLERS } from '#insight/handlers.ts';
import { ORDERS_HANDLERS } from '#orders/handlers.ts';
import { PEOPLE_HANDLERS } from '#people/handlers.ts';
import { type Handlers } from '#platform/call.ts';
import { PLATFORM_HANDLERS } from '#platform/handlers.ts';
import { UPKEEP_HANDLERS } from '#upkeep/handlers.ts';
import { WORK_HANDLERS } from '#work/handlers.ts';
import { type Services } from '../services.ts';

/** The function behind each operation. A missing one is a compile error. */
export const HANDLERS = {
  ...PLATFORM_HANDLERS,
  ...PEOPLE_HANDLERS,
  ...FLEET_HANDLERS,
  ...ORDERS_HANDLERS,
  ...WORK_HANDLERS,
  ...FIELD_HANDLERS,
  ...INSIGHT_HANDLERS,
  ...UPKEEP_HANDLERS,
} satisfies Handlers<Services>;
