import { STORAGE_HEADERS } from '@despacho/contracts/legacy';
import { Router } from 'express';
import { readStorage } from '../companies/read-storage.ts';
import { type Services } from '../services.ts';

/** `GET sgdempresa/findPredeterminado`, authenticated by service credentials in three headers. */
export function storageRoutes(services: Services): Router {
  const router = Router();

  router.get('/sgdempresa/findPredeterminado', async (request, response) => {
    const data = await readStorage(services, {
      ruc: request.get(STORAGE_HEADERS.taxId),
      user: request.get(STORAGE_HEADERS.user),
      password: request.get(STORAGE_HEADERS.key),
    });
    response.json({ data });
  });

  return router;
}
