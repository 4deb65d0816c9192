import {
  type Operation,
  type Problem,
  PROBLEM_MEDIA_TYPE,
  type ProblemKind,
  PROBLEMS,
  problemType,
} from '@despacho/contracts';
import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { http } from '#shared/http/http.ts';

/** A request of the page. */
export interface Sent {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/** Answers a request: a value is sent with status 200; `problem` creates a refusal. */
export type Reply = (sent: Sent) => unknown;

/** A refusal of the gateway, sent as a problem document. */
class Refusal {
  readonly document: Problem;

  constructor(document: Problem) {
    this.document = document;
  }
}

/** @returns a refusal of the gateway with its problem document. */
export const problem = (kind: ProblemKind, more: Partial<Problem> = {}): Refusal =>
  new Refusal({
    type: problemType(kind),
    title: PROBLEMS[kind].title,
    status: PROBLEMS[kind].status,
    requestId: 'r-1',
    ...more,
  });

const patternOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

/**
 * Replaces the gateway in a component test: calls of the page end here instead of on the network. A request without a
 * reply gets a 404, so that the test fails visibly.
 */
export function fakeGateway() {
  const replies: { operation: Operation; reply: Reply }[] = [];
  const sent: Sent[] = [];
  let fallback: Reply = () => problem('not-found');
  http.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const url = new URL(http.getUri(config), 'http://localhost');
    const request: Sent = {
      method: (config.method ?? 'get').toUpperCase(),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      headers: { ...(config.headers.toJSON() as Record<string, string>) },
    };
    sent.push(request);
    const known = replies.find(
      ({ operation }) => operation.method === request.method && patternOf(operation).test(request.path),
    );
    const data = await (known?.reply ?? fallback)(request);
    if (!(data instanceof Refusal))
      return { status: 200, statusText: 'OK', data, headers: { 'content-type': 'application/json' }, config };
    const { document } = data;
    const headers = { 'content-type': PROBLEM_MEDIA_TYPE };
    throw new AxiosError('refused', 'ERR_BAD_RESPONSE', config, undefined, {
      status: document.status,
      statusText: '',
      data: document,
      headers,
      config,
    });
  };
  return {
    /** Requests in the order they were sent. */
    sent,
    /** @returns the requests of an operation. */
    sentTo: (operation: Operation): Sent[] =>
      sent.filter(({ method, path }) => method === operation.method && patternOf(operation).test(path)),
    /** Sets the reply of an operation; a newer reply replaces it. */
    on(operation: Operation, reply: Reply): void {
      replies.unshift({ operation, reply });
    },
    /** Sets the reply to all operations without their own. */
    otherwise(reply: Reply): void {
      fallback = reply;
    },
  };
}
