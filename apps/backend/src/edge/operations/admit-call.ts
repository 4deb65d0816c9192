import { isLinkedAccess, mayCall, type Operation, type OperationPolicy } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import { DISPATCH_OPERATIONS, type DispatchOperationId, IDEMPOTENCY_KEY_PATTERN } from '@despacho/contracts/dispatch';
import { type Asker } from '@despacho/server/fair-turns';
import { followMerged } from '#people/clients/follow-merged.ts';
import { type Call } from '#platform/call.ts';
import { needsOpenOffice, officeClosed } from '#platform/dispatch/closed-office.ts';
import { type Dispatcher, findDispatcher, requireChargeS } from '#platform/dispatch/dispatcher.ts';
import { readInput } from '#platform/http/read-input.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { HANDLERS } from './dispatch-handlers.ts';
import { ORDERS_IN } from './orders-in.ts';

/** A caller who may call an operation in an office, and the parts of the request that this was decided with. */
export type Admitted = Pick<Call<DispatchOperationId>, 'modules' | 'key' | 'query'> & {
  dispatcher: Dispatcher;
  stateId: string;
  isClosed: boolean;
  asker: Asker;
};

/** The request without its body, and the signal of its client's disconnection. */
interface Sent {
  query: unknown;
  /** The `Idempotency-Key`. */
  key: string;
  gone?: AbortSignal;
  /** Receives what the request concerns, as soon as it is known. */
  log?: (subject: { operation: string; office?: string; company?: string }) => void;
}

/**
 * Authorizes a caller and an office by the contract's policy, before anything else of the request is read.
 * @throws Refusal forbidden, not-found for an office of another company, conflict in a closed office, or invalid.
 */
export async function admitCall(
  services: Services,
  id: DispatchOperationId,
  claims: AssertionClaims,
  { query: given, key, gone, log = () => undefined }: Sent,
): Promise<Admitted> {
  const { policy, method }: Operation = DISPATCH_OPERATIONS[id];
  const { access, also, alsoUnless, charge, repeatable }: OperationPolicy = policy;
  if (isLinkedAccess(access) || !mayCall({ access, also, alsoUnless }, claims.modules, claims.charge))
    throw new Refusal('forbidden', 'No tiene permiso para esta operación');
  const sent = readInput(DISPATCH_OPERATIONS[id].query, given, 'query');
  log({ operation: id });
  const asker: Asker = {
    company: claims.company ?? '',
    person: claims.sub,
    ...(method === 'GET' && gone && { gone }),
  };
  const { found, query } = await services.shares.run(asker, async () => {
    const one = await findDispatcher(services.db, claims, sent.officeId, services.config.dayTurnsAt);
    return { found: one, query: await followMerged(services.db, one.dispatcher.companyId, sent) };
  });
  const { dispatcher } = found;
  log({ operation: id, office: dispatcher.officeId, company: dispatcher.companyId });
  asker.office = dispatcher.officeId;
  if (charge !== undefined) requireChargeS(dispatcher);
  if (found.isClosed && needsOpenOffice(DISPATCH_OPERATIONS[id])) throw officeClosed();
  if (repeatable && !IDEMPOTENCY_KEY_PATTERN.test(key))
    throw invalid('Falta la cabecera Idempotency-Key', 'headers.Idempotency-Key');
  return { ...found, modules: claims.modules, key, query, asker };
}

/**
 * Runs the handler of an admitted and validated call, and counts the orders that its answer shows.
 * @returns the answer. @throws Refusal busy for a person who has read the maximum of the day.
 */
export async function handleCall(
  services: Services,
  id: DispatchOperationId,
  dispatcher: Dispatcher,
  call: Call<DispatchOperationId>,
): Promise<unknown> {
  const handler = HANDLERS[id] as (services: Services, dispatcher: Dispatcher, call: unknown) => Promise<unknown>;
  const ordersIn = ORDERS_IN[id] as ((answer: unknown, call: unknown) => readonly string[]) | undefined;
  const now = services.clock();
  if (ordersIn) await services.ordersRead.requireLeft(dispatcher, now);
  const done = await handler(services, dispatcher, call);
  if (ordersIn) services.ordersRead.add(dispatcher, ordersIn(done, call), now);
  return done;
}
