import {
  type Operation,
  type Problem,
  PROBLEM_MEDIA_TYPE,
  type ProblemKind,
  PROBLEMS,
  problemType,
} from '@despacho/contracts';
import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { http } from '../src/shared/http/http.ts';

/** What the page sent. */
export interface Sent {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/** Answers a request: a value is sent with status 200; `problem` makes a refusal. */
export type Reply = (sent: Sent) => unknown;

/** A refusal of the gateway: its problem document. */
class Refusal {
  readonly document: Problem;

  constructor(document: Problem) {
    this.document = document;
  }
}

/** @returns a refusal of the gateway, as its problem document. */
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
 * Stands in for the gateway in a component test: calls of the page end here instead of on the network. A request that no
 * test expects is answered 404, and so fails visibly.
 */
export function fakeGateway() {
  const replies: { operation: Operation; reply: Reply }[] = [];
  const sent: Sent[] = [];
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
    const data = known ? await known.reply(request) : problem('not-found');
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
    /** Requests in the order in which they were sent. */
    sent,
    /** @returns what was sent for an operation. */
    sentTo: (operation: Operation): Sent[] =>
      sent.filter(({ method, path }) => method === operation.method && patternOf(operation).test(path)),
    /** Answers an operation from now on; the newest reply counts. */
    on(operation: Operation, reply: Reply): void {
      replies.unshift({ operation, reply });
    },
  };
}
