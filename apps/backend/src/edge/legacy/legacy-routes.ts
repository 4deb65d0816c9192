import { line, officeId } from '@despacho/contracts';
import { ownPermissionUpdate, STORAGE_HEADERS } from '@despacho/contracts/legacy';
import { json, type Request, Router } from 'express';
import { listClients, readClient } from '#people/clients/read-clients.ts';
import { readStorage } from '#people/companies/read-storage.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { readId, readInput } from '#platform/http/read-input.ts';
import { sendPages } from '#platform/http/send-pages.ts';
import { type Person } from '#platform/person.ts';
import { type Services } from '../services.ts';
import { recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { listOfficeUsers } from '#people/users/list-office-users.ts';
import { askerOf, toLegacyUser, toPermissionsList } from './shapes.ts';
import * as z from 'zod';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';

/** The contract's maximum length of a permission list. */
const MAX_MODULES = 200;

/** `POST permission/{id}`. */
function permissionRoutes(services: Services): Router {
  const router = Router();

  // Authenticates before parsing: the body of an unauthenticated request is not read.
  router.post('/permission/:id', async (request, response, next) => {
    response.locals['asking'] = await recogniseToken(services, bearerOf(request));
    next();
  });
  router.post('/permission/:id', json({ limit: '64kb' }), async (request, response) => {
    const asking = response.locals['asking'] as Awaited<ReturnType<typeof recogniseToken>>;
    const { permissionsList, basedOn } = readInput(ownPermissionUpdate, request.body);
    if (permissionsList.length > MAX_MODULES) throw invalid('La lista de permisos es demasiado larga');
    const modules = permissionsList.map(({ module }) => module);
    const id = readId(request.params.id);
    const user = await services.shares.run(askerOf(asking), () =>
      replacePermissions(services, asking, id, modules, basedOn),
    );
    response.json({ id: user.id, permissionsList: toPermissionsList(user.modules) });
  });

  return router;
}

const loginQuery = z.object({
  sucursal: line(64),
  user: line(128),
  password: z.string().min(1).max(1024),
});

const credentialsQuery = z.object({
  token: z.string().min(1).max(512),
  sucursal: z.string().max(64).optional(),
});

/** `GET auth` and `GET auth/credentials`, with password and token in the query. */
function authRoutes(services: Services): Router {
  const router = Router();

  router.get('/auth', async (request, response) => {
    // A GET that stores a token.
    requireWritable(services);
    const { sucursal, user, password } = readInput(loginQuery, request.query, 'query');
    const { token, person } = await signIn(services, { sucursal, username: user, password });
    response.json({ token, sucursal: person.office.id, ruc: person.ruc });
  });

  router.get('/auth/credentials', async (request, response) => {
    const { token, sucursal } = readInput(credentialsQuery, request.query, 'query');
    const person = await recogniseToken(services, token);
    if (sucursal !== undefined && sucursal.toLowerCase() !== person.office.id.toLowerCase())
      throw new Refusal('unauthenticated', 'Su sesión terminó; vuelva a ingresar');
    response.json({ token, ...toLegacyUser(person), ruc: person.ruc });
  });

  return router;
}

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
