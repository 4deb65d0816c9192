import { json, raw, type Request, type RequestHandler, type Response } from 'express';
import { ClientGone, Failure } from '../problems/failure.ts';

/** body-parser names its faults by `type`. */
function parserFault(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return new Failure('too-large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return new Failure('wrong-type');
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
 * Reads the body of a request, once all checks before it have passed.
 * @throws Failure `too-large`, `wrong-type` for a compressed one, `request-timeout` when the body is not there within the request's own limit.
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
  // Not before everything else has agreed: who is refused is not asked for a body.
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
 * @returns the file of an upload, read when it is asked for: what bounds how many are under way comes first.
 * @throws Failure `too-large`, `wrong-type` for a compressed one, `request-timeout`.
 */
export async function readUpload(req: Request, res: Response): Promise<Buffer> {
  const body = await readBody(req, res, 'raw');
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
