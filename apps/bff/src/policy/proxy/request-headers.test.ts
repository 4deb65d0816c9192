import { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import { upstreamHeaders } from './request-headers.ts';

type Made = Parameters<typeof upstreamHeaders>[1];

const CALL: Made = { accept: 'application/json', authorization: 'Bearer x', hasBody: false, publicProtocol: 'https' };
const STREAM: Made = { ...CALL, accept: 'text/event-stream' };
const MADE = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  authorization: 'Bearer x',
  'user-agent': 'despacho-gateway',
  'x-request-id': 'id-1',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
};

const headersFor = (headers: Record<string, unknown>, made = CALL) =>
  upstreamHeaders({ headers, requestId: 'id-1', ip: '203.0.113.7', socket: {} } as unknown as Request, made);

describe('upstreamHeaders', () => {
  it('G23 G24: are created by the gateway, whatever a client sends under the same names', () => {
    const sent = Object.fromEntries(Object.keys(MADE).map((name) => [name, 'of the client']));
    expect(headersFor({ ...sent, cookie: 'a=b', host: 'evil.example', te: 'trailers', x_request_id: '7' })).toEqual(
      MADE,
    );
  });

  it('G23: include a client’s languages, if valid', () => {
    const passing = 'es-PE,es;q=0.9, *;q=0.1';
    expect(headersFor({ 'accept-language': passing })).toEqual({ ...MADE, 'accept-language': passing });
    expect(headersFor({ 'accept-language': 'e'.repeat(100) })).toHaveProperty('accept-language');
    for (const odd of ['', 'e'.repeat(101), 'es\r\nx: y', '<es>', 'es_PE', ['es']])
      expect(headersFor({ 'accept-language': odd })).toEqual(MADE);
  });

  it('G23: include the position of a stream, but not for a call', () => {
    const where = 'a1_-.:,9';
    expect(headersFor({ 'last-event-id': where }, STREAM)).toEqual({
      ...MADE,
      accept: 'text/event-stream',
      'last-event-id': where,
    });
    expect(headersFor({ 'accept-language': 'es' }, STREAM)).toHaveProperty('accept-language', 'es');
    expect(headersFor({ 'last-event-id': where })).toEqual(MADE);
    expect(headersFor({ 'last-event-id': '1'.repeat(2048) }, STREAM)).toHaveProperty('last-event-id');
    for (const odd of ['', '1'.repeat(2049), '1 2', ' 1', '1\n', '1;2'])
      expect(headersFor({ 'last-event-id': odd }, STREAM)).not.toHaveProperty('last-event-id');
  });

  it('include the type of a body, and the key of a repeatable request', () => {
    expect(headersFor({}, { ...CALL, hasBody: true })).toEqual({ ...MADE, 'content-type': 'application/json' });
    expect(headersFor({ 'idempotency-key': 'of the client' })).toEqual(MADE);
    expect(headersFor({}, { ...CALL, idempotencyKey: 'key-12345' })).toEqual({
      ...MADE,
      'idempotency-key': 'key-12345',
    });
  });
});
