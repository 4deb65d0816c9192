import { type DISPATCH_OPERATIONS, type DispatchOperationId } from '@despacho/contracts/dispatch';
import type * as z from 'zod/mini';
import { type Dispatcher } from './dispatch/dispatcher.ts';
import { type FileAnswer, type StoredAnswer } from './http/file-answer.ts';

type Contract<I extends DispatchOperationId> = (typeof DISPATCH_OPERATIONS)[I];

/** The validated form of a part of a request; null if the contract has no such part. */
export type Output<S> = S extends z.ZodMiniType ? z.output<S> : null;

/** A validated request. */
export interface Call<I extends DispatchOperationId> {
  /** The sender's modules according to the gateway. */
  modules: readonly string[];
  /** The `Idempotency-Key`; empty if the contract does not require one. */
  key: string;
  params: Output<Contract<I>['params']>;
  query: Output<Contract<I>['query']>;
  body: Output<Contract<I>['body']>;
  /** The uploaded file; empty for other operations. */
  file: Buffer;
  /** Its media type as the sender states it; empty for other operations. */
  mediaType: string;
  /** Fires when the client disconnects, to stop work nobody else needs. */
  signal: AbortSignal;
}

/** The response type of the contract, or the file for a download. */
type Answer<I extends DispatchOperationId> = Contract<I>['response'] extends { inline: true }
  ? StoredAnswer
  : Contract<I>['response'] extends { stream: string }
    ? FileAnswer
    : Output<Contract<I>['response']>;

/** The function behind each operation, with the services that it may use. */
export type Handlers<Services> = {
  [I in DispatchOperationId]: (services: Services, dispatcher: Dispatcher, call: Call<I>) => Promise<Answer<I>>;
};

/** A verb, whose further arguments are parts of the call. */
type Verb<S, Args extends unknown[], A> = (services: S, dispatcher: Dispatcher, ...args: Args) => A;

/** @returns the handler that gives a verb the call's body. */
export const withBody =
  <S, B, A>(verb: Verb<S, [body: B], A>) =>
  (services: S, dispatcher: Dispatcher, { body }: { body: B }): A =>
    verb(services, dispatcher, body);

/** @returns the handler that gives a verb the call's idempotency key and body. */
export const withKey =
  <S, B, A>(verb: Verb<S, [key: string, body: B], A>) =>
  (services: S, dispatcher: Dispatcher, { key, body }: { key: string; body: B }): A =>
    verb(services, dispatcher, key, body);

/** @returns the handler that gives a verb the id in the call's path, and its body if it has one. */
export const byId =
  <S, B, A>(verb: Verb<S, [id: string, body: B], A>) =>
  (services: S, dispatcher: Dispatcher, { params, body }: { params: { id: string }; body: B }): A =>
    verb(services, dispatcher, params.id, body);

/** The same as `byId` for ids that are numbers. */
export const byNumber = <S, B, A>(verb: Verb<S, [id: number, body: B], A>) =>
  byId<S, B, A>((services, dispatcher, id, body) => verb(services, dispatcher, Number(id), body));
