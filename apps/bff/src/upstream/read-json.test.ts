import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

function answerOf(bytes: Uint8Array, type = 'application/json'): IncomingMessage {
  const headers = { 'content-type': type };
  const message = Object.assign(new IncomingMessage(new Socket()), { complete: true, headers });
  if (bytes.length > 0) message.push(bytes);
  message.push(null);
  return message;
}

const read = (bytes: Uint8Array, type?: string) => readJson(answerOf(bytes, type), 1000, new AbortController().signal);
const JSON_BYTES = Buffer.from('{"a":"Ñ"}');

describe('readJson', () => {
  it('reads JSON in UTF-8', async () => {
    expect(await read(JSON_BYTES)).toEqual({ a: 'Ñ' });
  });

  it.each([
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), JSON_BYTES]), 'application/json'],
    ['another coding', Buffer.from('{"a":"Ñ"}', 'latin1'), 'application/json; charset=ISO-8859-1'],
  ])('reads JSON in %s', async (_what, bytes, type) => {
    expect(await read(bytes, type)).toEqual({ a: 'Ñ' });
  });

  it('returns undefined for an empty body', async () => {
    expect(await read(Buffer.alloc(0))).toBeUndefined();
  });

  it.each([
    ['a byte that is no UTF-8', [0x22, 0xff, 0x22]],
    ['half a sign', [0x22, 0xc3, 0x22]],
    ['a sign in more bytes than it needs', [0x22, 0xc0, 0xa2, 0x22]],
    ['half a pair of surrogates', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['two byte order marks', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31]],
    ['more than one value', [0x31, 0x20, 0x32]],
  ])('G27: rejects %s', async (_what, bytes) => {
    await expect(read(Buffer.from(bytes))).rejects.toMatchObject({ kind: 'upstream-broken' });
  });
});
