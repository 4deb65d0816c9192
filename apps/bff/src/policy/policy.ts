import { type OperationPolicy } from '@despacho/contracts';
import { type OperationId, type OPERATIONS } from '@despacho/contracts/operations';
import { type Request, type Response } from 'express';
import type * as z from 'zod/mini';
import { type Services } from '#services.ts';

type Definition<Id extends OperationId> = (typeof OPERATIONS)[Id];
type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : null;

/**
 * A request that passed every check.
 * @template Needs the services that its handler uses; all of them for code that calls handlers.
 */
export interface Call<Id extends OperationId = OperationId, Needs extends keyof Services = keyof Services> {
  params: Output<Definition<Id>['params']>;
  query: Output<Definition<Id>['query']>;
  body: Output<Definition<Id>['body']>;
  req: Request;
  res: Response;
  services: Pick<Services, Needs>;
}

/** The parts of a request that code shared by several operations needs. */
export type AnyCall<Needs extends keyof Services> = Pick<Call<OperationId, Needs>, 'req' | 'res' | 'services'>;

/** The response of a handler: the value in its contract, validated before it is sent. */
export type Answer<Id extends OperationId> = Definition<Id>['response'] extends z.core.$ZodType
  ? z.input<Definition<Id>['response']>
  : null;

/** An operation that the gateway implements itself. */
interface HandlerDestination<Id extends OperationId> {
  handle(call: Call<Id>): Promise<Answer<Id>>;
  /** Its upstream calls and their credentials; empty if it makes none. */
  asks: readonly UpstreamCall[];
}

/** An upstream call in a handler. */
interface UpstreamCall {
  upstream: 'api' | 'base' | 'storage' | 'operations';
  /**
   * `password`: of the login form. `service-key`: user and key of the gateway with the tax id of the session. `phone`
   * and `guest`: see `UpstreamDestination`. `gateway`: an assertion that names nobody.
   */
  credentials: 'password' | 'bearer' | 'service-key' | 'phone' | 'guest' | 'gateway';
}

/** Forwards a request with this body (undefined for none). @returns the upstream's value. */
export type SendOn = (body: unknown) => Promise<unknown>;

/** An operation that is forwarded to an upstream. */
export interface UpstreamDestination<Id extends OperationId> {
  upstream: 'api' | 'base' | 'operations';
  /** Relative to the upstream's base URL. `:name` is a validated parameter, `:ownOffice` the user's office. */
  path: `/${string}`;
  /**
   * Credentials sent upstream: legacy hosts get the user's token, the dispatch service a signed assertion. `phone`
   * and `guest`: an assertion that names only a courier's phone, or a guest's session and network.
   */
  credentials: 'bearer' | 'assertion' | 'phone' | 'guest';
  /** Wraps the upstream call, for operations that do more than forward it. */
  around?(call: Call<Id>, send: SendOn): Promise<unknown>;
  /** Whether the validated query is forwarded too. */
  withQuery?: boolean;
  /** A different query for the upstream. */
  queryFor?(call: Call<Id>): Record<string, string>;
  /** Called once after a file was sent, whole or in part, or the browser's copy was confirmed. */
  sent?(call: Call<Id>, whole: boolean): void;
  /** The value for an empty success, if the upstream may answer without a body. */
  whenEmpty?: object;
  /** The response lists companies, so it may contain the company's own tax id. */
  showsTaxIds?: true;
  /** Any 2xx means done, whatever its body; only what can be read of the body is passed on. */
  doneByStatus?: true;
  /**
   * Reads a response of a foreign host that does not satisfy its contract.
   * @returns a value that does; undefined if the response cannot be read.
   */
  readTolerantly?(value: unknown, call: Call<Id>): TolerantReading | undefined;
}

/** What could be read of a response. */
export interface TolerantReading {
  value: unknown;
  /** Number of rows left out of a list. */
  skipped?: number;
}

/** An operation whose response is not JSON; its handler writes the response when it is complete. */
interface FileDestination<Id extends OperationId> {
  /** Receives nothing of the user: no credentials, address or headers. */
  upstream: 'tiles';
  credentials: 'none';
  /** Calls before it that decide whether the file may be sent. */
  asks?: readonly UpstreamCall[];
  send(call: Call<Id>, maxBytes: number): Promise<void>;
}

/** How recently the user must have proved who they are. */
export interface ProofNeed {
  minutes: number;
  /** Only for a result of more rows than this, which the handler checks. */
  aboveRows?: number;
  /** Only for people with a second factor: the request itself proves the password. */
  withFactor?: true;
}

/** One row of the route table: the policy of the contract with its defaults, and the destination of its requests. */
export interface RoutePolicy<Id extends OperationId = OperationId> extends Pick<
  OperationPolicy,
  'access' | 'also' | 'alsoUnless' | 'office' | 'charge' | 'repeatable' | 'directory'
> {
  /**
   * Every unsafe method requires a csrf token. The only exception: the token is required only with a session, because
   * without one there is nothing to abuse.
   */
  csrf?: 'only-with-session';
  /**
   * Called by another company's server, without Origin, session and csrf token. This is safe because the body is signed and
   * no cookie is read.
   */
  caller?: 'server';
  /** Where our own service keeps the people, and can check it. */
  proof?: ProofNeed;
  /** In bytes, and in milliseconds if a request may take longer than the default. */
  limits: { request: number; answer: number; time?: number };
  /** Has its own rate and concurrency limits: a map or a wall of photos requests so many that others would wait. */
  ownRate?: true;
  /** False for automatic calls, which must not keep a session alive. */
  keepsAlive: boolean;
  to: HandlerDestination<Id> | UpstreamDestination<Id> | FileDestination<Id>;
}

export type Routes<Ids extends OperationId> = { [Id in Ids]: RoutePolicy<Id> };
