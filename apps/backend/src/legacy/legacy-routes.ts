import { Router } from 'express';
import { type Services } from '../services.ts';
import { authRoutes } from './auth-routes.ts';
import { clientRoutes } from './client-routes.ts';
import { storageRoutes } from './storage-routes.ts';
import { userRoutes } from './user-routes.ts';

/**
 * The seven legacy calls, as an adapter over the service's operations. Three legacy hosts served them, so there are
 * three base paths: `base` (clients, auth), `api` (users, permission) and `storage`.
 */
export function legacyRoutes(services: Services): Router {
  const router = Router();
  router.use('/base', authRoutes(services), clientRoutes(services));
  router.use('/api', userRoutes(services));
  router.use('/storage', storageRoutes(services));
  return router;
}
