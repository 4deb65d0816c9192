import * as z from 'zod/mini';
import { courierChanged, orderChanged } from './order-events.ts';
import { presenceTold } from './presence.ts';
import { viewChanged } from './views.ts';

/** The live events of the dispatch domain. `presence.told` alone comes without an id and is in no log. */
export const dispatchEvent = z.discriminatedUnion('type', [orderChanged, courierChanged, viewChanged, presenceTold]);

export type DispatchEvent = z.infer<typeof dispatchEvent>;
