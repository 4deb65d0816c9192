import { officeId } from '@despacho/contracts';
import { STORAGE_HEADERS } from '@despacho/contracts/legacy';
import { type Request, Router } from 'express';
import { listClients, readClient } from '#people/clients/read-clients.ts';
import { readStorage } from '#people/companies/read-storage.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { readId } from '#platform/http/read-input.ts';
import { sendPages } from '#platform/http/send-pages.ts';
import { type Person } from '#platform/person.ts';
import { type Services } from '../services.ts';
import { recogniseToken } from '#people/tokens/access-tokens.ts';
import { listOfficeUsers } from '#people/users/list-office-users.ts';
import { authRoutes } from './auth-routes.ts';
import { permissionRoutes } from './permission-routes.ts';
import { askerOf, toLegacyUser } from './shapes.ts';

/**
 * The seven legacy calls, as an adapter over the service's operations. Three legacy hosts served them, so there are
 * three base paths: `base` (clients, auth), `api` (users, permission) and `storage`.
 */
export function legacyRoutes(services: Services): Router {
  const router = Router();

  /** Does work for the owner of a request's token, in the owner's turn. */
  async function asOwner<T>(
    request: Request<Record<string, string>>,
    work: (asking: Person) => Promise<T>,
  ): Promise<T> {
    const asking = await recogniseToken(services, bearerOf(request));
    return services.shares.run(askerOf(asking), () => work(asking));
  }

  router.use('/base', authRoutes(services));
  router.get('/base/clients', async (request, response) => {
    await asOwner(request, (asking) => sendPages(response, listClients(services, asking)));
  });
  router.get('/base/clients/:id', async (request, response) => {
    response.json(await asOwner(request, (asking) => readClient(services, asking, readId(request.params.id))));
  });

  router.get('/api/users/:officeId', async (request, response) => {
    const users = await asOwner(request, (asking) =>
      listOfficeUsers(services, asking, readId(request.params.officeId, officeId)),
    );
    response.json(users.map(toLegacyUser));
  });
  router.use('/api', permissionRoutes(services));

  // Authenticated by service credentials in three headers.
  router.get('/storage/sgdempresa/findPredeterminado', async (request, response) => {
    const data = await readStorage(services, {
      ruc: request.get(STORAGE_HEADERS.taxId),
      user: request.get(STORAGE_HEADERS.user),
      password: request.get(STORAGE_HEADERS.key),
    });
    response.json({ data });
  });

  return router;
}
