import { Router } from 'express';
import { listClients, readClient } from '../clients/read-clients.ts';
import { bearerOf } from '../http/bearer.ts';
import { readId } from '../http/read-input.ts';
import { type Services } from '../services.ts';
import { recogniseToken } from '../tokens/sign-in.ts';

/** `GET clients/` and `GET clients/{id}`. */
export function clientRoutes(services: Services): Router {
  const router = Router();

  router.get('/clients', async (request, response) => {
    const asking = await recogniseToken(services, bearerOf(request));
    response.json(await services.shares.run(asking.office.id, () => listClients(services, asking)));
  });

  router.get('/clients/:id', async (request, response) => {
    const asking = await recogniseToken(services, bearerOf(request));
    const id = readId(request.params.id);
    response.json(await services.shares.run(asking.office.id, () => readClient(services, asking, id)));
  });

  return router;
}
