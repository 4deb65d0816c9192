import { OPERATION_ACCESS } from './access.ts';
import { DISPATCH_ACCESS } from './dispatch/access.ts';
import { DESK_ACCESS, DESK_OPERATIONS } from './dispatch/desk-operations.ts';
import { DISPATCH_OPERATIONS } from './dispatch/operations.ts';
import { OPERATIONS } from './operations.ts';

/**
 * Everything the gateway serves, by id: what every page knows, and the dispatch domain with its desk. An entry of its own, which the
 * browser cannot reach: the sign-in page would have to download all of it.
 */
export const ALL_OPERATIONS = { ...OPERATIONS, ...DISPATCH_OPERATIONS, ...DESK_OPERATIONS };

export type AnyOperationId = keyof typeof ALL_OPERATIONS;

/** Who may use each of them; what stands open to people without a session is named by the gateway's rows alone. */
export const ALL_ACCESS = { ...OPERATION_ACCESS, ...DISPATCH_ACCESS, ...DESK_ACCESS };
