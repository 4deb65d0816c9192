import { ownPermissionUpdate } from '@despacho/contracts/legacy';
import { json, Router } from 'express';
import { bearerOf } from '#platform/http/bearer.ts';
import { readId, readInput } from '#platform/http/read-input.ts';
import { invalid } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { recogniseToken } from '#people/tokens/access-tokens.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';
import { askerOf, toPermissionsList } from './shapes.ts';

/** The contract's maximum length of a permission list. */
const MAX_MODULES = 200;

/** `POST permission/{id}`. */
export function permissionRoutes(services: Services): Router {
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
