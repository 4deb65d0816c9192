import { json, raw, type Request, type RequestHandler, type Response } from 'express';
import { ClientGone, Failure } from '#problems/failure.ts';

/** body-parser identifies its errors by `type`. */
function parserFault(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Failure('too-large');
  if (type === 'encoding.unsupported') return new Failure('wrong-type');
  return typeof type === 'string' ? new Failure('invalid-request', { note: type }) : error;
}

const PARSERS = { json, raw };
type Kind = keyof typeof PARSERS;

const parsers = new Map<string, RequestHandler>();

function parserFor(kind: Kind, limit: number): RequestHandler {
  const key = `${kind} ${limit}`;
  const existing = parsers.get(key);
  if (existing) return existing;
  const parser: RequestHandler = PARSERS[kind]({ limit, inflate: false, type: () => true });
  parsers.set(key, parser);
  return parser;
}

/**
 * Reads the body of a request, after all earlier checks.
 * @throws Failure `too-large`, `wrong-type` for a compressed one, `request-timeout` if it does not arrive within the
 * request's own limit.
 */
export async function readBody(req: Request, res: Response, kind: Kind): Promise<unknown> {
  const { signal } = req.deadline;
  signal.throwIfAborted();
  const parsed = Promise.withResolvers<undefined>();
  const done = (error?: unknown) => {
    if (error === undefined) parsed.resolve(undefined);
    else parsed.reject(parserFault(error));
  };
  const giveUp = () => {
    const gone: unknown = signal.reason;
    parsed.reject(gone instanceof ClientGone ? gone : new Failure('request-timeout', { note: 'slow body' }));
  };
  signal.addEventListener('abort', giveUp, { once: true });
  // Only after all other checks: a refused client is not asked for its body.
  if (req.headers.expect !== undefined && req.httpVersionMinor !== 0) res.writeContinue();
  try {
    await parserFor(kind, req.matched.policy.limits.request)(req, res, done);
    await parsed.promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return req.body as unknown;
}

/**
 * @returns the file of an upload, read only when called, so that concurrency limits apply first.
 * @throws Failure `too-large`, `wrong-type` for a compressed one, `request-timeout`.
 */
export async function readUpload(req: Request, res: Response): Promise<Buffer> {
  const body = await readBody(req, res, 'raw');
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
