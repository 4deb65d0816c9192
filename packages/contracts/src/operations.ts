import { clientOperations } from './subjects/clients.ts';
import { configOperations } from './subjects/config.ts';
import { eventOperations } from './subjects/events.ts';
import { officeOperations } from './subjects/offices.ts';
import { permissionOperations } from './subjects/permissions.ts';
import { sessionOperations } from './subjects/session.ts';
import { storageOperations } from './subjects/storage.ts';
import { tileOperations } from './subjects/tiles.ts';
import { userOperations } from './subjects/users.ts';

/** Everything the browser can ask of the gateway, by id. */
export const OPERATIONS = {
  ...configOperations,
  ...sessionOperations,
  ...userOperations,
  ...permissionOperations,
  ...clientOperations,
  ...storageOperations,
  ...officeOperations,
  ...eventOperations,
  ...tileOperations,
};

export type OperationId = keyof typeof OPERATIONS;
