import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Failure } from '#problems/failure.ts';
import { type MatchedRoute } from './match.ts';
import { checkContract } from './contract.ts';

/** An operation with any object and one short parameter, so that only the parsing itself can refuse. */
const anything = {
  operation: {
    params: null,
    query: z.looseObject({ short: z.optional(z.string().check(z.maxLength(3))) }),
    body: z.looseObject({}),
  },
  params: {},
  policy: { limits: { request: 65_536 } },
} as unknown as MatchedRoute;

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res
    .status(418)
    .json(error instanceof Failure ? { kind: error.kind, errors: error.details.errors } : { kind: 'internal' });
};

const app = express()
  .use((req, _res, next) => {
    req.matched = anything;
    req.deadline = { signal: new AbortController().signal, clear: () => undefined };
    next();
  })
  .use(checkContract)
  .use((req, res) => {
    res.json(req.checked);
  })
  .use(sendFailure);

const post = (body: string, path = '/') =>
  request(app)
    .post(path)
    .set('content-type', 'application/json')
    .send(body)
    .ok(() => true);

describe('checkContract', () => {
  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])(
    'G16: refuses the key %s at any depth, even if the contract accepts any field',
    async (key) => {
      for (const body of [`{"${key}":1}`, `{"a":{"b":[{"${key}":{}}]}}`, `{"a":1,"${key}":{"charge":"S"}}`])
        expect((await post(body)).body).toEqual({ kind: 'invalid-request' });
      expect((await post('{"a":1}', `/?${key.replace('\\u005f', '%5f')}=1`)).body).toEqual({ kind: 'invalid-request' });
      expect((await post('{"proto":{"a":[1]}}', '/?proto=1')).body).toEqual({
        params: null,
        query: { proto: '1' },
        body: { proto: { a: [1] } },
      });
    },
  );

  it('G16: refuses a repeated parameter, even if the contract accepts any', async () => {
    expect((await post('{}', '/?a=1&a=1')).body).toEqual({ kind: 'invalid-request' });
    expect((await post('{}', '/?a=1&%61=2')).body).toEqual({ kind: 'invalid-request' });
    expect((await post('{}', '/?a=1&b=1')).body).toMatchObject({ query: { a: '1', b: '1' } });
  });

  it('G40: refuses a body with too many fields in all objects together', async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
    expect((await post(JSON.stringify(fields(2500)))).status).toBe(200);
    for (const body of [fields(2501), { orders: Array.from({ length: 25 }, () => fields(100)) }]) {
      const answer = await post(JSON.stringify(body));
      expect([answer.status, answer.body]).toEqual([
        418,
        { kind: 'invalid-request', errors: [{ field: 'body', message: 'Demasiados campos' }] },
      ]);
    }
  });

  it('describes a fault in Spanish', async () => {
    expect((await post('{}', '/?short=long')).body).toMatchObject({
      errors: [{ field: 'query.short', message: 'Demasiado grande: se esperaba que texto tuviera <=3 caracteres' }],
    });
  });
});
