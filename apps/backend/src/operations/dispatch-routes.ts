import { mayUse, type Operation } from '@despacho/contracts';
import {
  DISPATCH_ACCESS,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  IDEMPOTENCY_HEADER,
} from '@despacho/contracts/dispatch';
import express, { type RequestHandler, Router } from 'express';
import { type Dispatcher, findDispatcher } from '../dispatch/dispatcher.ts';
import { bearerOf } from '../http/bearer.ts';
import { readInput } from '../http/read-input.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { type Call, HANDLERS } from './dispatch-handlers.ts';
import { readAssertion } from './read-assertion.ts';

/** A thousand orders with their versions come to 40 KB; an import has a limit of its own. */
const LARGEST_BODY = '256kb';

/** Who asks, and in which office, is settled before anything else they send is read. */
const admit =
  (services: Services, id: DispatchOperationId): RequestHandler =>
  async (request, response, next) => {
    const claims = await readAssertion(services, bearerOf(request));
    if (!mayUse(DISPATCH_ACCESS[id], claims.modules))
      throw new Refusal('forbidden', 'No tiene permiso para esta operación');
    const query = readInput(DISPATCH_OPERATIONS[id].query, request.query);
    response.locals['query'] = query;
    response.locals['dispatcher'] = await findDispatcher(services.db, claims, query.officeId);
    next();
  };

function carryOut(services: Services, id: DispatchOperationId): RequestHandler {
  const { params, body }: Operation = DISPATCH_OPERATIONS[id];
  const handler = HANDLERS[id] as (call: Call<DispatchOperationId>) => Promise<unknown>;
  return async (request, response) => {
    // What cannot be an id is the id of nothing.
    if (params && !params.safeParse(request.params).success) throw notFound();
    const answer = await handler({
      services,
      dispatcher: response.locals['dispatcher'] as Dispatcher,
      key: request.get(IDEMPOTENCY_HEADER),
      params: request.params as Call<DispatchOperationId>['params'],
      query: response.locals['query'] as Call<DispatchOperationId>['query'],
      body: (body ? readInput(body, request.body ?? {}) : null) as Call<DispatchOperationId>['body'],
    });
    response.json(answer);
  };
}

/** The operations of the dispatch domain, made from their contracts. Those whose path has no parameter come first. */
export function dispatchRoutes(services: Services): Router {
  const router = Router();
  const ids = Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[];
  const plainFirst = ids.toSorted(
    (one, other) =>
      Number(DISPATCH_OPERATIONS[one].params !== null) - Number(DISPATCH_OPERATIONS[other].params !== null),
  );
  for (const id of plainFirst) {
    const { method, path } = DISPATCH_OPERATIONS[id];
    const route = router.route(path.replace(/^\/api/, ''));
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    route[verb](admit(services, id), express.json({ limit: LARGEST_BODY }), carryOut(services, id));
  }
  return router;
}
