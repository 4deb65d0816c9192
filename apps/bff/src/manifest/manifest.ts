import { type LinkedAccess, type ModuleCode, MODULES, type Operation } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { jsonSchema } from '@despacho/contracts/openapi';
import { isSafe } from '#safe-methods.ts';
import { type ProofNeed, type RoutePolicy } from '#policy/policy.ts';
import { ROUTES } from '#policy/table.ts';

/** Who may call an operation. `modules`: users with at least one of them. For `courier` and `guest` see the contract's policy. */
type Who = 'everyone' | 'public' | 'session' | 'modules' | LinkedAccess;

/**
 * One operation as the gateway handles it: derived from its row and its contract, never written by hand. The committed
 * manifest has hashes of the schemas.
 */
export interface OperationManifest<Schema = object> {
  summary: string;
  method: string;
  path: string;
  /** `also`: modules required in addition, every one of them; not of a person with the charge `alsoUnless`. */
  access: { who: Who; modules: Record<string, string>; also?: Record<string, string>; alsoUnless?: string };
  /** `never` for methods that change nothing. */
  csrf: 'never' | 'only-with-session' | 'always';
  origin: 'no-cross-site-reads' | 'same-origin-only' | 'server';
  /** Where the request names an office; any other than the user's requires charge S. */
  office: string | null;
  /** Required in addition to the modules, also in the user's own office. */
  charge: string | null;
  /** Whether an Idempotency-Key is required. */
  repeatable: boolean;
  /** Refused where a foreign host keeps people and clients. */
  directory?: true;
  /** How recently the user must have proved who they are, where our own service keeps the people. */
  proof?: ProofNeed;
  /** In bytes (`null`: a stream without an end), and in milliseconds if a row allows more than the default. */
  limits: { request: number; answer: number | null; time?: number };
  rate: 'with-the-session' | 'own';
  keepsAlive: boolean;
  /** `gateway` for its own responses, with the name of the handler, whose upstream calls are in `asks`. */
  to: {
    upstream: string;
    path: string | null;
    credentials: string | null;
    handler: string | null;
    /** Upstream calls that a handler makes itself. */
    asks: readonly { upstream: string; credentials: string }[];
  };
  request: { params: Schema | null; query: Schema | null; body: Schema | null; upload?: readonly string[] };
  response: Schema | null;
}

/** Every operation by id. */
export type Manifest<Schema = object> = Record<string, OperationManifest<Schema>>;

type Table = Readonly<Record<string, RoutePolicy>>;
type Operations = Readonly<Record<string, Operation>>;

/** A property of a row that is missing here does not compile, because the manifest would be incomplete. */
const DESCRIBED: Record<keyof RoutePolicy, true> = {
  access: true,
  also: true,
  alsoUnless: true,
  csrf: true,
  caller: true,
  office: true,
  charge: true,
  repeatable: true,
  directory: true,
  proof: true,
  limits: true,
  ownRate: true,
  keepsAlive: true,
  to: true,
};

const namesOf = (codes: readonly ModuleCode[]) => Object.fromEntries(codes.map((code) => [code, MODULES[code].name]));

function accessOf({ access, also, alsoUnless }: RoutePolicy): OperationManifest['access'] {
  if (typeof access === 'string') return { who: access, modules: {} };
  return {
    who: 'modules',
    modules: namesOf(access),
    ...(also && { also: namesOf(also) }),
    ...(alsoUnless && { alsoUnless }),
  };
}

function csrfOf({ method }: Operation, { csrf, caller }: RoutePolicy): OperationManifest['csrf'] {
  return isSafe(method) || caller === 'server' ? 'never' : (csrf ?? 'always');
}

function originOf({ method }: Operation, { caller }: RoutePolicy): OperationManifest['origin'] {
  if (caller === 'server') return 'server';
  return isSafe(method) ? 'no-cross-site-reads' : 'same-origin-only';
}

function destinationOf({ to }: RoutePolicy): OperationManifest['to'] {
  if ('handle' in to)
    return { upstream: 'gateway', path: null, credentials: null, handler: to.handle.name, asks: to.asks };
  const { upstream, credentials } = to;
  if ('send' in to) return { upstream, path: null, credentials, handler: to.send.name, asks: to.asks ?? [] };
  return { upstream, path: to.path, credentials, handler: to.around?.name ?? to.queryFor?.name ?? null, asks: [] };
}

function responseOf({ response }: Operation): object | null {
  if (response === null || 'stream' in response) return response;
  return jsonSchema(response, 'output');
}

function describeOperation(operation: Operation, policy: RoutePolicy): OperationManifest {
  const unknown = Object.keys(policy).filter((word) => !Object.hasOwn(DESCRIBED, word));
  if (unknown.length > 0) throw new TypeError(`The manifest does not describe ${unknown.join(', ')}`);
  const { summary, method, path, params, query, body, upload } = operation;
  const { limits, office, charge, repeatable, directory, proof, ownRate, keepsAlive } = policy;
  return {
    summary,
    method,
    path,
    access: accessOf(policy),
    csrf: csrfOf(operation, policy),
    origin: originOf(operation, policy),
    office: office ? `${office.in}.${office.name}` : null,
    charge: charge ?? null,
    repeatable: repeatable ?? false,
    ...(directory && { directory }),
    ...(proof && { proof }),
    limits: {
      request: limits.request,
      answer: Number.isFinite(limits.answer) ? limits.answer : null,
      ...(limits.time !== undefined && { time: limits.time }),
    },
    rate: ownRate ? 'own' : 'with-the-session',
    keepsAlive,
    to: destinationOf(policy),
    request: {
      params: params && jsonSchema(params, 'input'),
      query: query && jsonSchema(query, 'input'),
      body: body && jsonSchema(body, 'input'),
      ...(upload && { upload }),
    },
    response: responseOf(operation),
  };
}

/** @returns the operations of the gateway, derived from the routing table itself. */
export function createManifest(routes: Table = ROUTES, operations: Operations = OPERATIONS): Manifest {
  const ids = Object.keys(operations) as OperationId[];
  return Object.fromEntries(
    ids.map((id) => {
      const [operation, policy] = [operations[id], routes[id]];
      if (!operation || !policy) throw new TypeError(`No row for ${id}`);
      return [id, describeOperation(operation, policy)];
    }),
  );
}
