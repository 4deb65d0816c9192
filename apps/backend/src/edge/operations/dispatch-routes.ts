import { type Operation } from '@despacho/contracts';
import {
  DASHBOARD_WIDGETS,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  IDEMPOTENCY_HEADER,
} from '@despacho/contracts/dispatch';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Call } from '#platform/call.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { type FileAnswer, sendFile, sendStored, type StoredAnswer } from '#platform/http/file-answer.ts';
import { logSubject } from '#platform/http/request-log.ts';
import { OFFICE_BUSY } from '#work/imports/import-turn.ts';
import { type Services } from '../services.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { admitCall, type Admitted, handleCall } from './admit-call.ts';
import { ORDERS_IN } from './orders-in.ts';
import { readAssertion } from './read-assertion.ts';
import { bodyParser, goneSignal, readCall } from './read-call.ts';
import { versionOf } from './read-version.ts';

/** Admits the sender of the assertion. The result is in `response.locals['admitted']`. */
function admit(services: Services, id: DispatchOperationId): RequestHandler {
  return async (request, response, next) => {
    response.locals['admitted'] = await admitCall(services, id, await readAssertion(services, bearerOf(request)), {
      query: request.query,
      key: request.get(IDEMPOTENCY_HEADER) ?? '',
      gone: goneSignal(response),
      log: (subject) => logSubject(response, subject),
    });
    next();
  };
}

/**
 * Answers 304 to a person who has this version of a read, before any work. Its orders were counted when they were read,
 * on the same day.
 */
function confirm(services: Services, id: DispatchOperationId): RequestHandler {
  return async (request, response, next) => {
    const now = services.clock();
    const admitted = response.locals['admitted'] as Admitted;
    const version = versionOf(id, { ...admitted, params: request.params, now });
    response.locals['version'] = version;
    if (version === undefined || request.get('if-none-match') !== version) {
      next();
      return;
    }
    if (ORDERS_IN[id])
      await services.shares.run(admitted.asker, () => services.ordersRead.requireLeft(admitted.dispatcher, now));
    response.status(304).set('ETag', version).end();
  };
}

/** How long (ms) a preview or an import waits for the previous one. The gateway and the browser wait longer. */
const IMPORT_WAIT_MS = 30_000;

/** How long (ms) a photo waits for the office's earlier ones. */
const PHOTO_WAIT_MS = 20_000;

/**
 * Maximum number of concurrent reads of one person, so that a burst does not delay other people's statements. Writes
 * are limited by their office's connections instead: a write that waits for a lock must not block a read.
 */
const READS_PER_PERSON = 4;
/** Timeout (ms) of a read that waits for its turn. The gateway and the browser give up after 10 s. */
const READ_WAIT_MS = 8000;
const BUSY_READS = 'Tiene demasiadas solicitudes en curso; espere unos segundos y vuelva a intentarlo';

/** Message of a person's second file: one is read at a time. */
const BUSY_FILES = 'Ya está descargando otro archivo; espere a que termine y vuelva a intentarlo';

/** How long (ms) an archive of photos waits for others. Its ticket is valid for a minute. */
const ZIP_WAIT_MS = 5000;
const BUSY_ZIPS = 'Se están descargando otras fotos; espere a que terminen y vuelva a intentarlo';

/**
 * Concurrent archives of photos: each lasts as long as its reader, and holds two photos in memory. At most 100 MB in
 * all.
 */
const ZIPS = { ofOffice: 2, ofCompany: 4, inAll: 8 };

/** A limit of concurrent requests, with the key by which it counts. */
interface Turn {
  turns: KeyedSlots;
  key: (dispatcher: Dispatcher) => string;
  /** The requests that it is for; all without it. */
  when?: (query: Admitted['query']) => boolean;
}

/** Concurrency limits of expensive operations, from the outermost. */
function turnsOf(): Partial<Record<DispatchOperationId, readonly Turn[]>> {
  const imports = new KeyedSlots({ waitMs: IMPORT_WAIT_MS, busy: OFFICE_BUSY });
  const fixes = new KeyedSlots({
    waitMs: IMPORT_WAIT_MS,
    busy: 'Su corrección anterior aún está en proceso; espere a que termine y vuelva a intentarlo',
  });
  // Decoding has a separate limit for the whole process; this prevents one office from using all of it.
  const photos = new KeyedSlots({
    atOnce: 2,
    waitMs: PHOTO_WAIT_MS,
    busy: 'Su oficina está enviando varias fotos; vuelva a intentarlo en unos segundos',
  });
  // These answers have megabytes, and building one blocks the process.
  const lists = new KeyedSlots({ waitMs: READ_WAIT_MS, busy: BUSY_READS });
  // A month is read day by day; several together would still take most of the office's connections.
  const reportTurns = new KeyedSlots({
    waitMs: READ_WAIT_MS,
    busy: 'Su oficina está preparando otros informes; espere unos segundos y vuelva a intentarlo',
  });
  const officeKey = ({ companyId, officeId }: Dispatcher): string => `${companyId} ${officeId}`;
  const perOffice = [{ turns: imports, key: officeKey }];
  // A person's own turn first: their second request does not take the office's place.
  const ofPerson = (): Turn => ({
    turns: new KeyedSlots({ waitMs: READ_WAIT_MS, busy: BUSY_READS }),
    key: personKey,
  });
  // Reads the later changes of all orders of a day, so that one person occupies one connection at most.
  const past: readonly Turn[] = [{ ...ofPerson(), when: (query) => 'aLas' in query && query.aLas !== undefined }];
  const reports = [ofPerson(), { turns: reportTurns, key: officeKey }];
  const zips = (atOnce: number) => new KeyedSlots({ atOnce, waitMs: ZIP_WAIT_MS, busy: BUSY_ZIPS });
  return {
    'imports.preview': perOffice,
    'imports.commit': perOffice,
    'clients.importPreview': perOffice,
    'clients.importCommit': perOffice,
    'couriers.preview': perOffice,
    'people.preview': perOffice,
    'imports.fix': [{ turns: fixes, key: personKey }],
    'imports.clients': [{ turns: fixes, key: personKey }],
    'evidence.add': [{ turns: photos, key: officeKey }],
    // Searches for missing photos, so it may read all orders of a month.
    'evidence.missing': [ofPerson()],
    'evidence.download': [
      { turns: zips(ZIPS.ofOffice), key: officeKey },
      { turns: zips(ZIPS.ofCompany), key: ({ companyId }) => companyId },
      { turns: zips(ZIPS.inAll), key: () => '' },
    ],
    'couriers.list': [{ turns: lists, key: officeKey }],
    'views.list': [{ turns: lists, key: officeKey }],
    'zones.list': [{ turns: lists, key: officeKey }],
    'orders.list': past,
    'orders.map': past,
    // Reads all fixes of a day: one at a time per person.
    'trails.day': [ofPerson()],
    'trails.courier': [ofPerson()],
    'trails.file': [ofPerson()],
    // Reads 90 days of the company.
    'money.repeated': [ofPerson()],
    ...Object.fromEntries(Object.values(DASHBOARD_WIDGETS).map((id) => [id, past])),
    'reports.clients': reports,
    'reports.couriers': reports,
    'reports.districts': reports,
    'reports.clientsFile': reports,
    'reports.couriersFile': reports,
    'reports.districtsFile': reports,
    'reports.sheet': reports,
  };
}

interface Limits {
  turns: readonly Turn[];
  reads: KeyedSlots;
  files: KeyedSlots;
}

function carryOut(services: Services, id: DispatchOperationId, { turns, reads, files }: Limits): RequestHandler {
  const { method, response: form }: Operation = DISPATCH_OPERATIONS[id];
  const answer = async (request: Request, response: Response, signal: AbortSignal): Promise<void> => {
    const { dispatcher, stateId: _, isClosed: __, asker: ___, ...admitted } = response.locals['admitted'] as Admitted;
    const mediaType = request.get('content-type') ?? '';
    const call = {
      ...admitted,
      ...readCall(DISPATCH_OPERATIONS[id], request),
      mediaType,
      signal,
    } as Call<DispatchOperationId>;
    const done = await handleCall(services, id, dispatcher, call);
    // Within the turn, because the file is generated while it is sent.
    if ('stream' in form && form.inline) await sendStored(response, done as StoredAnswer);
    else if ('stream' in form) await sendFile(response, done as FileAnswer);
    else {
      const version = response.locals['version'] as string | undefined;
      if (version !== undefined) response.set('ETag', version);
      response.json(done);
    }
  };
  return (request, response) => {
    const { dispatcher, query, asker } = response.locals['admitted'] as Admitted;
    const gone = goneSignal(response);
    // The turn comes first: a request that waits for one holds none of the office's connections.
    const work = () => services.shares.run(asker, () => answer(request, response, gone));
    const inTurn = turns
      .filter(({ when }) => when?.(query) ?? true)
      .reduceRight<() => Promise<void>>(
        (inner, { turns: each, key }) =>
          () =>
            each.run(key(dispatcher), gone, inner),
        work,
      );
    // A download may take minutes, during which its person continues to work.
    if ('stream' in form && !form.inline) return files.run(personKey(dispatcher), gone, inTurn);
    const isRead = method === 'GET' && !('stream' in form);
    return isRead ? reads.run(personKey(dispatcher), gone, inTurn) : inTurn();
  };
}

/** The routes of the dispatch domain, generated from the contracts. Paths without parameters come first. */
export function dispatchRoutes(services: Services): Router {
  const router = Router();
  const turns = turnsOf();
  const reads = new KeyedSlots({
    atOnce: READS_PER_PERSON,
    waitMs: READ_WAIT_MS,
    busy: BUSY_READS,
  });
  const files = new KeyedSlots({ waitMs: READ_WAIT_MS, busy: BUSY_FILES });
  const ids = Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[];
  const plainFirst = ids.toSorted(
    (one, other) =>
      Number(DISPATCH_OPERATIONS[one].params !== null) - Number(DISPATCH_OPERATIONS[other].params !== null),
  );
  for (const id of plainFirst) {
    const { method, path } = DISPATCH_OPERATIONS[id];
    const route = router.route(path.replace(/^\/api/, ''));
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    route[verb](
      admit(services, id),
      confirm(services, id),
      bodyParser(DISPATCH_OPERATIONS[id]),
      carryOut(services, id, { turns: turns[id] ?? [], reads, files }),
    );
  }
  return router;
}
