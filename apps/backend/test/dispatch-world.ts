import { type Operation } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import {
  type CourierInput,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  IDEMPOTENCY_HEADER,
  type Order,
  type OrderInput,
  type Receipt,
} from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { type RequestListener } from 'node:http';
import { type Response, type Test } from 'supertest';
import type * as z from 'zod/mini';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { assertionOf } from './assertions.ts';
import { courierInput, orderInput } from './dispatch-inputs.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import request from './request.ts';
import { NOW } from './test-services.ts';

export { clientInput, courierInput, orderInput, zoneInput } from './dispatch-inputs.ts';

type Contracts = typeof DISPATCH_OPERATIONS;

/** The people of these tests: office, charge, modules. NORTE has N1 and N2, SUR has S1. */
const WORKERS = {
  ana: ['N1', 'D', ['U01', 'D05']],
  luis: ['N1', 'D', ['U01', 'D05']],
  chief: ['N1', 'S', ['U01', 'D05', 'G01']],
  clerk: ['N1', 'D', ['000', 'M01', 'D01', 'T02', 'G01']],
  blindchief: ['N1', 'S', ['G01', 'M01']],
  keeper: ['N1', 'S', ['G01']],
  neighbour: ['N2', 'D', ['U01', 'D05', 'M01']],
  stranger: ['S1', 'S', ['U01', 'D05', 'M01']],
} as const satisfies Record<string, readonly [string, string, readonly string[]]>;

export type Worker = keyof typeof WORKERS;

export const WORKER_NAMES = Object.keys(WORKERS) as Worker[];

export function workerClaims(name: Worker): AssertionClaims {
  const [officeId, charge, modules] = WORKERS[name];
  return {
    sub: `${officeId}/${name}`,
    username: name,
    user: `Doña ${name}`,
    company: officeId === 'S1' ? SUR_RUC : NORTE_RUC,
    officeId,
    charge,
    modules: [...modules],
  };
}

/** The same person as a `Dispatcher`, for tests that call operations directly. */
export const dispatcherOf = (name: Worker, officeId: string = WORKERS[name][0]): Dispatcher => {
  const { sub, username, user, charge, company } = workerClaims(name);
  const timeZone = officeId === 'S1' ? 'America/Santiago' : officeId === 'N2' ? 'America/La_Paz' : 'America/Lima';
  const companyId = company === SUR_RUC ? 'sur' : 'norte';
  return { sub, username, user, charge, companyId, officeId, timeZone, dayTurnsAt: '05:00' };
};

/** A client of the person's own company, if it differs from the default. */
export const ownClient = (as: Worker): Pick<OrderInput, 'client'> | undefined =>
  as === 'stranger' ? { client: { id: 'x1', name: 'Ferretería', phone: null } } : undefined;

/** Ana with the modules of somebody who writes clients. */
export const SELLER = { as: 'ana', modules: ['000', 'U01'] } as const;

/** A place within the zone of `zoneInput`. */
export const LARCO = { lat: -12.12, lng: -77.03 };

type Body<I extends DispatchOperationId> = Contracts[I]['body'] extends z.ZodMiniType
  ? z.input<Contracts[I]['body']>
  : undefined;

type Output<I extends DispatchOperationId> = Contracts[I]['response'] extends z.ZodMiniType
  ? z.output<Contracts[I]['response']>
  : never;

interface Sent<I extends DispatchOperationId> {
  as?: Worker;
  /** Instead of the person's own modules. */
  modules?: readonly string[];
  office?: string;
  id?: string;
  query?: Record<string, string>;
  body?: Body<I>;
  /** The file to upload. */
  file?: string | Buffer;
  key?: string;
  /** The version of the answer that the person has. */
  version?: string | undefined;
  /** A body that violates the contract. */
  rawBody?: object;
}

/** Calls operations as the gateway does. */
export class DispatchClient {
  readonly #app: RequestListener;
  readonly #now: () => Date;

  constructor(app: RequestListener, now: () => Date = () => NOW) {
    this.#app = app;
    this.#now = now;
  }

  async call<I extends DispatchOperationId>(operation: I, sent: Sent<I> = {}): Promise<Response> {
    return this.#request(operation, sent, await this.#assertion(sent));
  }

  /** Like `call`, for a file: the body is its bytes. */
  async download<I extends DispatchOperationId>(operation: I, sent: Sent<I> = {}): Promise<Response> {
    return this.#request(operation, sent, await this.#assertion(sent))
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          done(null, Buffer.concat(parts));
        });
      });
  }

  #assertion<I extends DispatchOperationId>({ as = 'ana', modules }: Sent<I>): Promise<string> {
    const claims = workerClaims(as);
    return assertionOf({ ...claims, modules: [...(modules ?? claims.modules)] }, { from: this.#now() });
  }

  /** A supertest request is also a promise, so an async function must not return it directly. */
  #request<I extends DispatchOperationId>(operation: I, sent: Sent<I>, assertion: string): Test {
    const {
      as = 'ana',
      office = WORKERS[as][0],
      id = '1',
      query = {},
      body,
      file,
      key = randomUUID(),
      version,
      rawBody,
    } = sent;
    const { method, path, upload = [] }: Operation = DISPATCH_OPERATIONS[operation];
    const address = `/operations${path.replace(/^\/api/, '').replace(':id', encodeURIComponent(id))}`;
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch';
    const agent = request(this.#app);
    const call = agent[verb](address)
      .query({ officeId: office, ...query })
      .set('Authorization', `Bearer ${assertion}`)
      .set(IDEMPOTENCY_HEADER, key);
    if (file !== undefined) return call.type(upload[0] ?? '').send(file);
    if (version !== undefined) void call.set('If-None-Match', version);
    const content = rawBody ?? body;
    return content === undefined ? call : call.send(content);
  }

  /** @returns the response, which must match the contract. */
  async ok<I extends DispatchOperationId>(operation: I, sent: Sent<I> = {}): Promise<Output<I>> {
    const answer = await this.call(operation, sent);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    const schema = DISPATCH_OPERATIONS[operation].response as z.ZodMiniType;
    return schema.parse(answer.body) as Output<I>;
  }

  createOrder(changes: Partial<OrderInput> = {}, as: Worker = 'ana'): Promise<Order> {
    return this.ok('orders.create', { as, body: orderInput({ ...ownClient(as), ...changes }) });
  }

  async createOrders(count: number): Promise<Order[]> {
    const orders: Order[] = [];
    for (let index = 0; index < count; index++) orders.push(await this.createOrder());
    return orders;
  }

  async createCourier(changes: Partial<CourierInput> = {}, as: Worker = 'ana'): Promise<string> {
    return (await this.ok('couriers.create', { as, body: courierInput(changes) })).id;
  }

  async order(id: string, as: Worker = 'ana'): Promise<Order> {
    return (await this.ok('orders.read', { as, id })).order;
  }

  async state(
    ids: string[],
    body: Omit<Body<'assignments.changeState'>, 'orders'>,
    as: Worker = 'ana',
  ): Promise<Receipt> {
    return this.ok('assignments.changeState', { as, body: { ...body, orders: await this.refs(ids) } });
  }

  /** Closes the visits of orders in the same way. */
  async close(
    ids: string[],
    closing: Omit<Body<'assignments.close'>['orders'][number], 'id' | 'version'>,
    as: Worker = 'ana',
  ): Promise<Receipt> {
    const orders = (await this.refs(ids)).map((each) => ({ ...each, ...closing }));
    return this.ok('assignments.close', { as, body: { orders } });
  }

  /** References to the orders with their current versions. */
  async refs(ids: string[]): Promise<{ id: string; version: number }[]> {
    return Promise.all(ids.map(async (id) => ({ id, version: (await this.order(id)).version })));
  }
}
