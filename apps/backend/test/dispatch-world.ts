import { type AssertionClaims } from '@despacho/contracts/assertion';
import {
  type CourierInput,
  type DISPATCH_OPERATIONS,
  DISPATCH_OPERATIONS as OPERATIONS,
  type DispatchOperationId,
  IDEMPOTENCY_HEADER,
  type Order,
  type OrderInput,
  type Receipt,
} from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { type Express } from 'express';
import request, { type Response } from 'supertest';
import type * as z from 'zod/mini';
import { type Dispatcher } from '../src/dispatch/dispatcher.ts';
import { assertionOf } from './assertions.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import { NOW } from './test-services.ts';

/** Who works in these tests: office, charge, modules. NORTE has N1 and N2, SUR has S1. */
const WORKERS = {
  ana: ['N1', 'D', ['U01']],
  luis: ['N1', 'D', ['U01']],
  chief: ['N1', 'S', ['U01']],
  clerk: ['N1', 'D', ['000', 'M01', 'D01', 'T02', 'G01']],
  blindchief: ['N1', 'S', ['G01']],
  neighbour: ['N2', 'D', ['U01']],
  stranger: ['S1', 'S', ['U01']],
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

/** The same person as a verb is told, for tests that call verbs. */
export const dispatcherOf = (name: Worker, officeId: string = WORKERS[name][0]): Dispatcher => {
  const { sub, username, user, charge, company } = workerClaims(name);
  const timeZone = officeId === 'S1' ? 'America/Santiago' : officeId === 'N2' ? 'America/La_Paz' : 'America/Lima';
  return { sub, username, user, charge, companyId: company === SUR_RUC ? 'sur' : 'norte', officeId, timeZone };
};

export const orderInput = (changes: Partial<OrderInput> = {}): OrderInput => ({
  client: { id: 'c1', name: 'Bodega Ñandú', phone: '+51 1 444 5566' },
  recipient: { name: 'José Peña', phone: '+51 987 654 321' },
  place: { address: 'Av. Larco 345', reference: 'Puerta verde', ubigeo: '150122', point: null },
  date: '2026-11-20',
  window: null,
  packages: 1,
  weightGrams: 1500,
  clientReference: null,
  guide: null,
  note: null,
  collectDue: null,
  priority: 'normal',
  ...changes,
});

export const courierInput = (changes: Partial<CourierInput> = {}): CourierInput => ({
  name: 'Pedro Rojas',
  phone: '+51 912 345 678',
  vehicle: 'moto',
  plate: '1234-AB',
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
  ...changes,
});

type Body<I extends DispatchOperationId> = (typeof DISPATCH_OPERATIONS)[I]['body'] extends z.ZodMiniType
  ? z.input<(typeof DISPATCH_OPERATIONS)[I]['body']>
  : undefined;

interface Sent<I extends DispatchOperationId> {
  as?: Worker;
  office?: string;
  id?: string;
  query?: Record<string, string>;
  body?: Body<I>;
  key?: string;
  /** Anything at all instead of a body its contract allows. */
  rawBody?: object;
}

/** Calls operations as the gateway would. */
export class DispatchClient {
  readonly #app: Express;
  readonly #now: () => Date;

  constructor(app: Express, now: () => Date = () => NOW) {
    this.#app = app;
    this.#now = now;
  }

  async call<I extends DispatchOperationId>(operation: I, sent: Sent<I> = {}): Promise<Response> {
    const { as = 'ana', office = WORKERS[as][0], id = '1', query = {}, body, key = randomUUID(), rawBody } = sent;
    const { method, path } = OPERATIONS[operation];
    const address = `/operations${path.replace(/^\/api/, '').replace(':id', encodeURIComponent(id))}`;
    const verb = method.toLowerCase() as 'get' | 'post';
    const assertion = await assertionOf(workerClaims(as), { from: this.#now() });
    const agent = request(this.#app);
    const call = agent[verb](address)
      .query({ officeId: office, ...query })
      .set('Authorization', `Bearer ${assertion}`)
      .set(IDEMPOTENCY_HEADER, key);
    const content = rawBody ?? body;
    return content === undefined ? call : call.send(content);
  }

  /** @returns the answer, which must be what the contract says. */
  async ok<I extends DispatchOperationId>(
    operation: I,
    sent: Sent<I> = {},
  ): Promise<z.output<(typeof DISPATCH_OPERATIONS)[I]['response']>> {
    const answer = await this.call(operation, sent);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    const schema = OPERATIONS[operation].response as z.ZodMiniType;
    return schema.parse(answer.body) as z.output<(typeof DISPATCH_OPERATIONS)[I]['response']>;
  }

  createOrder(changes: Partial<OrderInput> = {}, as: Worker = 'ana'): Promise<Order> {
    return this.ok('orders.create', { as, body: orderInput(changes) });
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

  /** The orders as they stand now. */
  async refs(ids: string[]): Promise<{ id: string; version: number }[]> {
    return Promise.all(ids.map(async (id) => ({ id, version: (await this.order(id)).version })));
  }
}
