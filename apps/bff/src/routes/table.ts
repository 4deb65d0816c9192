import { type AnyOperationId } from '@despacho/contracts/all';
import { assignmentRoutes } from './assignments.ts';
import { clientRoutes } from './clients.ts';
import { configRoutes } from './config.ts';
import { courierRoutes } from './couriers.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { importRoutes } from './imports.ts';
import { officeRoutes } from './offices.ts';
import { orderRoutes } from './orders.ts';
import { permissionRoutes } from './permissions.ts';
import { type Routes } from './policy.ts';
import { presenceRoutes } from './presence.ts';
import { reasonRoutes } from './reasons.ts';
import { sessionRoutes } from './session.ts';
import { storageRoutes } from './storage.ts';
import { tileRoutes } from './tiles.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

/** The one source of truth about what the gateway serves. An operation without a row does not compile. */
export const ROUTES = {
  ...configRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...permissionRoutes,
  ...clientRoutes,
  ...storageRoutes,
  ...officeRoutes,
  ...eventRoutes,
  ...tileRoutes,
  ...orderRoutes,
  ...courierRoutes,
  ...assignmentRoutes,
  ...reasonRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...viewRoutes,
  ...presenceRoutes,
} satisfies Routes<AnyOperationId>;
