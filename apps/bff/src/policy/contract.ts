import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '@despacho/contracts/dispatch';
import { type Request, type RequestHandler, type Response } from 'express';
import * as z from 'zod/mini';
import { Failure } from '#problems/failure.ts';
import { listFaults } from '#problems/list-faults.ts';
import { readBody, readUpload } from './request-body.ts';

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Deeper than any contract, and far below the stack limit. */
const MAX_DEPTH = 16;

/**
 * Fields in a body at all depths: the largest contract accepts a thousand orders with two fields each. Validating 64 KB
 * of unknown names takes ten times as long as parsing them.
 */
const MAX_KEYS = 2500;

/**
 * Walks the parsed body once. A reviver of `JSON.parse` would cost forty times as much as parsing.
 * @throws Failure `invalid-request` for a prototype key at any depth, for deep nesting, and for too many keys.
 */
function refuseForbiddenKeys(value: unknown, seen = { keys: 0 }, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw new Failure('invalid-request', { note: 'body nested too deeply' });
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) refuseForbiddenKeys(item, seen, depth + 1);
    return;
  }
  const entries = Object.entries(value);
  seen.keys += entries.length;
  if (seen.keys > MAX_KEYS)
    throw new Failure('invalid-request', {
      errors: [{ field: 'body', message: 'Demasiados campos' }],
      note: 'too many keys in the body',
    });
  for (const [key, inner] of entries) {
    if (FORBIDDEN_KEYS.has(key)) throw new Failure('invalid-request', { note: 'prototype key in the body' });
    refuseForbiddenKeys(inner, seen, depth + 1);
  }
}

/** Zod's error messages in Spanish. */
const SPANISH = { error: z.locales.es().localeError };

function check(schema: z.ZodMiniType | null, value: unknown, present: boolean, part: string): unknown {
  if (!schema) {
    if (present) throw new Failure('invalid-request', { note: `${part} where none is expected` });
    return null;
  }
  const parsed = schema.safeParse(value, SPANISH);
  if (parsed.success) return parsed.data;
  throw new Failure('invalid-request', {
    ...listFaults(part, parsed.error.issues),
    note: `${part} breaks its contract`,
  });
}

function queryValues(req: Request): Record<string, string> {
  const question = req.originalUrl.indexOf('?');
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  if (question < 0) return values;
  const search = req.originalUrl.slice(question);
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in values || FORBIDDEN_KEYS.has(name))
      throw new Failure('invalid-request', { note: 'repeated or forbidden parameter' });
    values[name] = value;
  }
  return values;
}

/** Whether a request has a body. A chunked one is read to find out: proxies also send an empty body in that form. */
async function hasBody(req: Request, res: Response): Promise<boolean> {
  if (req.headers['transfer-encoding'] === undefined) return Number(req.headers['content-length'] ?? 0) > 0;
  return (await readUpload(req, res)).length > 0;
}

/** JSON is UTF-8 (RFC 8259): in another encoding, a proxy in front could read the same bytes as another document. */
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const isJson = (req: Request): boolean => JSON_TYPE.test(req.get('content-type') ?? '');

async function readJson(req: Request, res: Response): Promise<unknown> {
  const body = await readBody(req, res, 'json');
  refuseForbiddenKeys(body);
  return body;
}

/** Only the type matters; the reader of the file ignores its parameters. */
const isUpload = (req: Request, types: readonly string[]): boolean =>
  types.includes((req.get('content-type') ?? '').toLowerCase());

/** A repeatable request has exactly one key; several could each mean another request. */
function checkKey(req: Request): void {
  if (IDEMPOTENCY_KEY_PATTERN.test(req.get(IDEMPOTENCY_HEADER) ?? '')) return;
  throw new Failure('invalid-request', {
    errors: [{ field: `headers.${IDEMPOTENCY_HEADER}`, message: 'Falta la clave de la solicitud, o no es válida' }],
    note: 'no usable idempotency key',
  });
}

/** Validates parameters, query and body against the contract of the operation. */
export const checkContract: RequestHandler = async (req, res, next) => {
  const { operation, params, policy } = req.matched;
  const { upload } = operation;
  const query = queryValues(req);
  const checkedParams = check(operation.params, params, Object.keys(params).length > 0, 'params');
  const checkedQuery = check(operation.query, query, Object.keys(query).length > 0, 'query');
  if (policy.repeatable) checkKey(req);
  if (operation.body && !isJson(req)) throw new Failure('wrong-type');
  if (upload && (!isUpload(req, upload) || req.headers['content-encoding'] !== undefined))
    throw new Failure('wrong-type');
  const body = operation.body ? await readJson(req, res) : undefined;
  const isUnexpected = !operation.body && !upload && (await hasBody(req, res));
  req.checked = {
    params: checkedParams,
    query: checkedQuery,
    body: check(operation.body, body, isUnexpected, 'body'),
  };
  next();
};
