import { mayUse, type Operation } from '@despacho/contracts';
import {
  DESK_ACCESS,
  DESK_OPERATIONS,
  DISPATCH_ACCESS,
  DISPATCH_OPERATIONS,
  IDEMPOTENCY_HEADER,
  LARGEST_IMPORT,
} from '@despacho/contracts/dispatch';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Dispatcher, findDispatcher } from '../dispatch/dispatcher.ts';
import { bearerOf } from '../http/bearer.ts';
import { type FileAnswer, sendFile } from '../http/file-answer.ts';
import { readInput } from '../http/read-input.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { Turns } from '../turns.ts';
import { type Call, HANDLERS, type ServedId } from './dispatch-handlers.ts';
import { readAssertion } from './read-assertion.ts';

const OPERATIONS = { ...DISPATCH_OPERATIONS, ...DESK_OPERATIONS };
const ACCESS = { ...DISPATCH_ACCESS, ...DESK_ACCESS };

/** A thousand orders with their versions come to 40 KB. */
const LARGEST_BODY = 256 * 1024;

/** Reads what the operation takes: JSON, or a file byte by byte. */
function bodyParser({ upload }: Operation): RequestHandler {
  if (!upload) return express.json({ limit: LARGEST_BODY });
  const readFile = express.raw({ limit: LARGEST_IMPORT, inflate: false, type: () => true }) as RequestHandler;
  return (request, response, next) => {
    if (!upload.includes(request.get('content-type') ?? '')) throw new Refusal('wrong-type', 'El archivo no es de un formato aceptado'); // prettier-ignore
    return readFile(request, response, next);
  };
}

/** Who asks, and in which office, is settled before anything else they send is read. */
const admit =
  (services: Services, id: ServedId): RequestHandler =>
  async (request, response, next) => {
    const claims = await readAssertion(services, bearerOf(request));
    if (!mayUse(ACCESS[id], claims.modules)) throw new Refusal('forbidden', 'No tiene permiso para esta operación');
    const query = readInput(OPERATIONS[id].query, request.query, 'query');
    response.locals['query'] = query;
    response.locals['modules'] = claims.modules;
    response.locals['dispatcher'] = await findDispatcher(services.db, claims, query.officeId);
    next();
  };

/** How long (ms) an import waits for the one before it. The gateway and the browser wait longer. */
const IMPORT_WAIT_MS = 5000;

/** Expensive operations, each with what bounds how many of it run at once, and the key by which they are counted. */
function turnsOf(): Partial<Record<ServedId, { turns: Turns; key: (dispatcher: Dispatcher) => string }>> {
  const imports = new Turns({
    atOnce: 1,
    waitMs: IMPORT_WAIT_MS,
    busy: 'Su oficina está procesando otro archivo; espere unos segundos y vuelva a intentarlo',
  });
  const downloads = new Turns({
    atOnce: 2,
    waitMs: IMPORT_WAIT_MS,
    busy: 'Ya está descargando otros archivos; espere a que terminen y vuelva a intentarlo',
  });
  const perOffice = { turns: imports, key: ({ companyId, officeId }: Dispatcher) => `${companyId} ${officeId}` };
  return {
    'imports.preview': perOffice,
    'imports.commit': perOffice,
    'imports.broken': { turns: downloads, key: ({ companyId, sub }) => `${companyId} ${sub}` },
  };
}

function carryOut(services: Services, id: ServedId, turn: ReturnType<typeof turnsOf>[ServedId]): RequestHandler {
  const { params, body, response: form }: Operation = OPERATIONS[id];
  const handler = HANDLERS[id] as (call: Call<ServedId>) => Promise<unknown>;
  const answer = async (request: Request, response: Response, signal: AbortSignal): Promise<void> => {
    // What cannot be an id is the id of nothing.
    if (params && !params.safeParse(request.params).success) throw notFound();
    const call: Call<ServedId> = {
      services,
      dispatcher: response.locals['dispatcher'] as Dispatcher,
      modules: response.locals['modules'] as Call<ServedId>['modules'],
      key: request.get(IDEMPOTENCY_HEADER),
      params: request.params as Call<ServedId>['params'],
      query: response.locals['query'] as Call<ServedId>['query'],
      body: (body ? readInput(body, request.body ?? {}) : null) as Call<ServedId>['body'],
      file: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signal,
    };
    const done = await handler(call);
    // Within the turn: a file is made while it is sent.
    if ('stream' in form) await sendFile(response, done as FileAnswer);
    else response.json(done);
  };
  return (request, response) => {
    const dispatcher = response.locals['dispatcher'] as Dispatcher;
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    // The turn first: who waits for one holds nothing of what the office may have at once.
    const work = () => services.shares.run(dispatcher.officeId, () => answer(request, response, gone.signal));
    return turn ? turn.turns.run(turn.key(dispatcher), gone.signal, work) : work();
  };
}

/** The operations of the dispatch domain, made from their contracts. Those whose path has no parameter come first. */
export function dispatchRoutes(services: Services): Router {
  const router = Router();
  const turns = turnsOf();
  const ids = Object.keys(OPERATIONS) as ServedId[];
  const plainFirst = ids.toSorted(
    (one, other) => Number(OPERATIONS[one].params !== null) - Number(OPERATIONS[other].params !== null),
  );
  for (const id of plainFirst) {
    const { method, path } = OPERATIONS[id];
    const route = router.route(path.replace(/^\/api/, ''));
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    route[verb](admit(services, id), bodyParser(OPERATIONS[id]), carryOut(services, id, turns[id]));
  }
  return router;
}
