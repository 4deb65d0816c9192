import { DISPATCH_OPERATIONS } from './dispatch/operations.ts';
import { FIELD_OPERATIONS } from './dispatch/field/field.ts';
import { GUEST_OPERATIONS } from './dispatch/insight/guest.ts';
import { clientOperations } from './subjects/clients.ts';
import { configOperations } from './subjects/config.ts';
import { eventOperations } from './subjects/events.ts';
import { factorOperations } from './subjects/factor.ts';
import { officeOperations } from './subjects/offices.ts';
import { passwordOperations } from './subjects/passwords.ts';
import { permissionOperations } from './subjects/permissions.ts';
import { providerOperations, providerServerOperations } from './subjects/provider.ts';
import { sessionOperations } from './subjects/session.ts';
import { signInNoticeOperations } from './subjects/sign-in-notices.ts';
import { storageOperations } from './subjects/storage.ts';
import { tileOperations } from './subjects/tiles.ts';
import { userOperations } from './subjects/users.ts';

/**
 * Every operation of the gateway, by id. A separate entry point that the web must not import: the sign-in page would
 * download every schema. The web imports the operations of each subject instead.
 */
export const OPERATIONS = {
  ...configOperations,
  ...sessionOperations,
  ...passwordOperations,
  ...factorOperations,
  ...providerOperations,
  ...providerServerOperations,
  ...signInNoticeOperations,
  ...userOperations,
  ...permissionOperations,
  ...clientOperations,
  ...storageOperations,
  ...officeOperations,
  ...eventOperations,
  ...tileOperations,
  ...DISPATCH_OPERATIONS,
  ...FIELD_OPERATIONS,
  ...GUEST_OPERATIONS,
};

export type OperationId = keyof typeof OPERATIONS;
