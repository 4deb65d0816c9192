import { type OperationPolicy } from '@despacho/contracts';
import { type OperationId, type OPERATIONS } from '@despacho/contracts/operations';
import { type Request, type Response } from 'express';
import type * as z from 'zod/mini';
import { type Services } from '../services.ts';

type Definition<Id extends OperationId> = (typeof OPERATIONS)[Id];
type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : null;

/**
 * A request that passed every check.
 * @template Needs the services that its handler uses; all of them for what calls handlers.
 */
export interface Call<Id extends OperationId = OperationId, Needs extends keyof Services = keyof Services> {
  params: Output<Definition<Id>['params']>;
  query: Output<Definition<Id>['query']>;
  body: Output<Definition<Id>['body']>;
  req: Request;
  res: Response;
  services: Pick<Services, Needs>;
}

/** What a handler answers: the value its contract describes, checked before it is sent. */
export type Answer<Id extends OperationId> = Definition<Id>['response'] extends z.core.$ZodType
  ? z.input<Definition<Id>['response']>
  : null;

/** An operation that changes form on its way and is therefore written out. */
interface HandlerDestination<Id extends OperationId> {
  handle(call: Call<Id>): Promise<Answer<Id>>;
  /** What it asks of upstreams on the way, and what it shows them; none where it answers by itself. */
  asks: readonly UpstreamCall[];
}

/** A call that is written out in a handler. */
export interface UpstreamCall {
  upstream: 'api' | 'base' | 'storage';
  /** `password`: of the login form. `service-key`: user and key of the gateway with the tax id of the session. */
  credentials: 'password' | 'bearer' | 'service-key';
}

/** Sends a request on with this body (undefined for none) and answers with the upstream's value. */
export type SendOn = (body: unknown) => Promise<unknown>;

/** An operation that goes to an upstream as it is. */
export interface UpstreamDestination<Id extends OperationId> {
  upstream: 'api' | 'base' | 'operations';
  /** Below the upstream's base address. `:name` is a checked parameter, `:ownOffice` the person's office. */
  path: `/${string}`;
  /** What the upstream is shown of the person: the legacy hosts their token, the dispatch service a signed assertion. */
  credentials: 'bearer' | 'assertion';
  /** What happens around the upstream call, where there is more to an operation than sending it on. */
  around?(call: Call<Id>, send: SendOn): Promise<unknown>;
  /** Whether the validated query goes on as well. */
  withQuery?: boolean;
  /** What goes on in its place, where the upstream has to be asked something else. */
  queryFor?(call: Call<Id>): Record<string, string>;
  /** Called once for a file that was sent, whole or cut off after its beginning. */
  sent?(call: Call<Id>, whole: boolean): void;
  /** What an empty success means, where the upstream may answer without a body. */
  whenEmpty?: object;
  /** A 2xx means that it is done, whatever comes with it: of the body only what can be read goes on. */
  doneByStatus?: true;
  /**
   * Reads an answer that does not satisfy its contract, for hosts of others.
   * @returns what satisfies it; undefined where the answer cannot be read.
   */
  readTolerantly?(value: unknown, call: Call<Id>): TolerantReading | undefined;
}

/** What could be read of an answer. */
export interface TolerantReading {
  value: unknown;
  /** Rows of a list that were left out. */
  skipped?: number;
}

/** An operation whose answer is no JSON: it writes it itself, when it has it whole. */
interface FileDestination<Id extends OperationId> {
  /** Shown nothing of the person: no credential, no address, no header of theirs. */
  upstream: 'tiles';
  credentials: 'none';
  send(call: Call<Id>, maxBytes: number): Promise<void>;
}

/** One row of the route table: the policy of the contract, with its defaults filled in, and where requests go. */
export interface RoutePolicy<Id extends OperationId = OperationId> extends Pick<
  OperationPolicy,
  'access' | 'office' | 'charge' | 'repeatable'
> {
  /**
   * Every unsafe method requires a csrf token. The one exception is stated here: the token is required of requests with a
   * session; without one there is nothing to abuse.
   */
  csrf?: 'only-with-session';
  /** In bytes, and in milliseconds where a request may take longer than the gateway's default. */
  limits: { request: number; answer: number; time?: number };
  /** Has a rate and a number of parallel requests of its own: a map requests so many tiles that others would wait. */
  ownRate?: true;
  /** False where a machine calls on its own, so that it does not keep a session alive. */
  keepsAlive: boolean;
  to: HandlerDestination<Id> | UpstreamDestination<Id> | FileDestination<Id>;
}

export type Routes<Ids extends OperationId> = { [Id in Ids]: RoutePolicy<Id> };
