import { type OperationId, OPERATIONS } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneOfEach } from '../support/full.ts';
import { paramsKind, rowKind } from '../support/kinds.ts';
import { malformed, type Malformed } from '../support/malformed.ts';
import { refused as refusedBy, type Spoil, withHeaders, withQuery } from '../support/refused.ts';
import { send } from '../support/send.ts';
import { HANDLER_CALLS, IDS, operationOf, policyOf, startSweep, type Sweep } from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep();
});
// Everything sent is searched for every secret.
afterAll(() => sweep.close(), 120_000);

const refused = (id: OperationId, spoil: Spoil, expected: readonly (string | number)[]) =>
  refusedBy(sweep, id, spoil, expected);
const allThat = (condition: (id: OperationId) => boolean): OperationId[] => IDS.filter(condition);
const only = (condition: (id: OperationId) => boolean): OperationId[] => oneOfEach(allThat(condition), rowKind);
const ROWS = oneOfEach(IDS, rowKind);

it('G21: every operation with a handler lists its upstream call, and no other does', () => {
  const handlers = allThat((id) => 'handle' in policyOf(id).to);
  expect(Object.keys(HANDLER_CALLS).sort()).toEqual([...handlers].sort());
});

describe('requests that do not match their contract', () => {
  const WITH_BODY = only((id) => operationOf(id).body !== null);
  const UPLOADS = only((id) => operationOf(id).upload !== undefined);
  const WITHOUT_BODY = only((id) => operationOf(id).body === null && operationOf(id).upload === undefined);
  const TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
  ];

  it.each(WITH_BODY)('G16: %s accepts only JSON', async (id) => {
    for (const type of TYPES)
      await refused(id, ({ request }) => withHeaders(request, [['Content-Type', type]]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Type', '']]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Encoding', 'gzip']]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Type', 'application/json; charset=utf-7']]), [
      'wrong-type',
    ]);
  });

  it.each([
    ['orders.list', 'buscar', '\0'],
    ['orders.list', 'desde', '9999-12-31'],
    ['orders.list', 'desde', '0999-12-31'],
    ['orders.list', 'cursor', 'WzFd'],
    ['orders.list', 'repartidor', '99999999999999999999'],
    ['events.history', 'antes', '1e309'],
    ['events.history', 'limite', 'NaN'],
  ] as const)('G16: %s names the field of a value that cannot be stored: %s=%s', async (id, name, value) => {
    const query = { officeId: 'LIMA', [name]: value };
    const answer = await refused(id, ({ browser, parts }) => sweep.as(browser, id, { ...parts, query }), [
      'invalid-request',
    ]);
    expect(answer.text).toContain(`"field":"query.${name}"`);
  });

  it.each(UPLOADS)('G16: %s accepts only files of the listed types, uncompressed', async (id) => {
    const types = operationOf(id).upload ?? [];
    for (const type of [
      ...[...TYPES, 'application/octet-stream'].filter((each) => !types.includes(each)),
      'application/json',
      `${types[0] ?? ''}; charset=utf-16`,
      '',
    ])
      // prettier-ignore
      await refused(id, ({ request }) => withHeaders(request, [['Content-Type', type]]), ['wrong-type']);
    await refused(id, ({ request }) => withHeaders(request, [['Content-Encoding', 'gzip']]), ['wrong-type']);
    await refused(
      id,
      ({ request }) => ({
        ...withHeaders(request, [['Transfer-Encoding', 'chunked']]),
        body: Buffer.alloc(policyOf(id).limits.request + 1),
        chunked: true,
      }),
      ['too-large'],
    );
    const { target, headers } = (await sweep.prepare(id)).request;
    for (const type of types)
      for (const chunked of [false, true]) {
        const body = Buffer.from([0, 255, 254, 13, 10, 0, 127]);
        sweep.gateway.dispatch.hits.splice(0);
        const sent = withHeaders({ method: 'POST', target, headers, body, chunked }, [['Content-Type', type]]);
        const whole = chunked ? withHeaders(sent, [['Transfer-Encoding', 'chunked']]) : sent;
        expect((await send(sweep.gateway, whole)).status, type).toBe(200);
        const hit = sweep.gateway.dispatch.hits.at(-1);
        expect([hit?.headers['content-type'], hit?.headers['content-length'], hit?.bytes]).toEqual([
          type,
          String(body.length),
          body,
        ]);
      }
  });

  it.each(WITHOUT_BODY)('G16: %s accepts no body', async (id) => {
    const body = '{"inesperado":1}';
    for (const chunked of [false, true])
      await refused(
        id,
        ({ request }) => ({
          ...withHeaders(request, [
            ['Content-Type', 'application/json'],
            ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
          ]),
          body,
          chunked,
        }),
        ['invalid-request'],
      );
  });

  it.each(ROWS)('G16: %s accepts no more bytes than its row allows', async (id) => {
    const { request: limit } = policyOf(id).limits;
    const tooLarge = `{"inesperado":"${'x'.repeat(limit)}"}`;
    await refused(
      id,
      ({ request }) => withHeaders({ ...request, body: tooLarge }, [['Content-Type', 'application/json']]),
      ['too-large'],
    );
  });

  it.each(WITH_BODY)('G16: %s accepts no more bytes in chunks', async (id) => {
    const { request: limit } = policyOf(id).limits;
    const body = `{"inesperado":"${'x'.repeat(limit)}"}`;
    await refused(
      id,
      ({ request }) => ({ ...withHeaders(request, [['Transfer-Encoding', 'chunked']]), body, chunked: true }),
      ['too-large'],
    );
  });

  const bodies = (id: OperationId, valid: unknown): Malformed[] => malformed(operationOf(id).body, valid);

  it.each(WITH_BODY)(
    'G16: %s rejects unknown, missing and wrongly typed fields at any depth',
    async (id) => {
      const { parts } = await sweep.prepare(id);
      const cases = bodies(id, parts.body);
      for (const { what, value } of cases) {
        const answer = await refused(id, ({ request }) => ({ ...request, body: JSON.stringify(value) }), [
          'invalid-request',
        ]);
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          expect(answer.text, what).toContain('"errors"');
      }
      expect(cases.map(({ what }) => what.split(' ')[0])).toEqual(
        expect.arrayContaining(['unknown', 'missing', 'type']),
      );
      // Up to 350 requests, each with its control.
    },
    90_000,
  );

  it.each(WITH_BODY)('G16: %s rejects prototype keys at any depth, however written', async (id) => {
    for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])
      for (const wrap of [(text: string) => text, (text: string) => `[${text}]`, (text: string) => `{"a":${text}}`])
        await refused(
          id,
          ({ request }) => {
            const inner = wrap(`{"${key}":{"charge":"S"}}`).slice(1, -1);
            const valid = String(request.body).slice(1, -1);
            return { ...request, body: `{${valid},${inner.startsWith('"') ? inner : `"a":[${inner}]`}}` };
          },
          ['invalid-request'],
        );
  });

  it.each(WITH_BODY)('G16: %s rejects text that is not one JSON document', async (id) => {
    const texts = ['', '{', '[]', 'null', '"x"', '{}{}', '{"a":1,}', "{'a':1}", '\u0000', '﻿{}', '{"a":NaN}'];
    for (const body of texts)
      await refused(id, ({ request }) => ({ ...request, body }), ['invalid-request', 'wrong-type']);
  });

  it.each(ROWS)('G16: %s rejects unknown, repeated and prototype parameters', async (id) => {
    const queries = `inesperado=1 __proto__=1 constructor=1 __proto__[x]=1 a=1&a=2 %5f_proto__=1 = x`.split(/\s+/);
    for (const query of queries) await refused(id, ({ request }) => withQuery(request, query), ['invalid-request']);
  });

  it.each(only((id) => operationOf(id).query !== null))(
    'G16: %s rejects each of its parameters if repeated',
    async (id) => {
      const { parts } = await sweep.prepare(id);
      for (const [name, text] of Object.entries(parts.query)) {
        const value = encodeURIComponent(text);
        for (const again of [
          `${name}=${value}`,
          `${name}[]=${value}`,
          `${name}%00=${value}`,
          `${name.toUpperCase()}=${value}`,
        ])
          await refused(id, ({ request }) => withQuery(request, again), ['invalid-request']);
      }
      expect(Object.keys(parts.query)).not.toHaveLength(0);
    },
  );

  it.each(ROWS)('G18: %s rejects credentials in its URL', async (id) => {
    const names = ['token', 'access_token', 'password', 'user', 'sucursal', 'clave', 'usuario', 'nroDocumento', 'jwt'];
    for (const name of names) await refused(id, ({ request }) => withQuery(request, `${name}=x`), ['invalid-request']);
  });

  it.each(
    oneOfEach(
      allThat((id) => operationOf(id).params !== null),
      paramsKind,
    ),
  )('G22: %s rejects odd path segments', async (id) => {
    const { parts } = await sweep.prepare(id);
    const odd = ['..', '.', '%2e%2e', 'a%2fb', 'a%5cb', 'a%00', '%ff', 'a;b=c', 'a,b', '-a', 'ñ', 'x'.repeat(65), ' '];
    for (const name of Object.keys(parts.params)) {
      // Some hosts name their offices with letters of any language and punctuation.
      const isOffice = name.endsWith('fficeId');
      for (const value of odd.filter((each) => !isOffice || !['a,b', 'ñ'].includes(each))) {
        const target = operationOf(id).path.replace(/:(\w+)/g, (_, each: string) =>
          each === name ? value.replace('ñ', '%C3%B1').replace(' ', '%20') : (parts.params[each] ?? ''),
        );
        await refused(id, ({ request }) => ({ ...request, target }), [400, 404]);
      }
    }
  });

  it.each(ROWS)('G21: %s is served only by its method and exact path', async (id) => {
    const { method } = operationOf(id);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
    const { target } = (await sweep.prepare(id)).request;
    const matching = (Object.keys(OPERATIONS) as OperationId[]).filter((other) =>
      new RegExp(`^${operationOf(other).path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(target),
    );
    const served = new Set<string>(matching.map((other) => operationOf(other).method));
    for (const other of methods.filter((each) => !served.has(each))) {
      const answer = await refused(id, ({ request }) => ({ ...request, method: other, body: undefined }), [405]);
      expect(answer.headers.allow).toContain(method);
    }
    for (const spoil of [
      (path: string) => `${path}/`,
      (path: string) => path.toUpperCase(),
      (path: string) => `/${path}`,
      (path: string) => path.replace('/', '/./'),
      (path: string) => `${path};x`,
      (path: string) => `${path}%20`,
      (path: string) => `${path}/x/y/z`,
    ])
      await refused(
        id,
        ({ request }) => {
          const [path = '', search] = request.target.split('?');
          return { ...request, target: `${spoil(path)}${search === undefined ? '' : `?${search}`}` };
        },
        [400, 404, 405],
      );
  });
});
