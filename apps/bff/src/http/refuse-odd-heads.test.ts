import { type Request, type Response } from 'express';
import { type IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { faultOfHead, refuseOddHeads } from './refuse-odd-heads.ts';

type Lines = readonly (readonly [name: string, value: string])[];

/** A request as Node's parser returns it, with the first of repeated headers in `headers`. */
function requestOf(lines: Lines, httpVersionMinor = 1): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) headers[name.toLowerCase()] ??= value;
  return { rawHeaders: lines.flat(), headers, httpVersionMinor } as unknown as IncomingMessage;
}

const HOST = ['Host', 'localhost:3000'] as const;
const faultOf = (lines: Lines, httpVersionMinor?: number) => {
  const fault = faultOfHead(requestOf(lines, httpVersionMinor), ['despacho', 'despacho-reparto']);
  return fault && [fault.kind, fault.details.note];
};

describe('faultOfHead', () => {
  it.each<[what: string, lines: Lines, minor?: number]>([
    ['a plain request', [HOST]],
    ['HTTP/1.0 without a Host', [], 0],
    ['an IPv6 Host', [['Host', '[::1]:3000']]],
    ['chunks', [HOST, ['Transfer-Encoding', 'chunked']]],
    ['chunks in capitals', [HOST, ['Transfer-Encoding', 'CHUNKED']]],
    ['a header that may be there twice', [HOST, ['Accept', 'a'], ['accept', 'b']]],
    ['a body that is announced', [HOST, ['Expect', '100-Continue']]],
    [
      'cookies of one name each',
      [HOST, ['Cookie', 'a=1; despacho=x; despacho-reparto=y; despachox=y; x=despacho=; XSRF-TOKEN=z']],
    ],
    ['a hundred headers', [HOST, ...Array.from({ length: 99 }, (_, i) => [`x-${i}`, '1'] as const)]],
  ])('G23: accepts %s', (_what, lines, minor) => {
    expect(faultOf(lines, minor)).toBeUndefined();
  });

  it.each<[what: string, lines: Lines, kind: string, note: string | undefined, minor?: number]>([
    ['no Host', [], 'invalid-request', 'no usable Host'],
    ['an invalid Host', [['Host', 'a/b']], 'invalid-request', 'no usable Host'],
    ['an invalid Host in HTTP/1.0', [['Host', 'a b']], 'invalid-request', 'no usable Host', 0],
    [
      'another coding',
      [HOST, ['Transfer-Encoding', 'gzip, chunked']],
      'invalid-request',
      'a transfer coding that is not chunked',
    ],
    [
      'chunks in HTTP/1.0',
      [HOST, ['Transfer-Encoding', 'chunked']],
      'invalid-request',
      'a transfer coding in HTTP/1.0',
      0,
    ],
    ['two Hosts', [HOST, ['hOST', 'x']], 'invalid-request', 'a header twice'],
    ['two origins', [HOST, ['Origin', 'a'], ['ORIGIN', 'a']], 'invalid-request', 'a header twice'],
    ['two session cookies', [HOST, ['Cookie', 'despacho=x; a=1;despacho=y']], 'invalid-request', 'two session cookies'],
    [
      'two sessions of a phone',
      [HOST, ['Cookie', 'despacho-reparto=x; despacho-reparto=y']],
      'invalid-request',
      'two session cookies',
    ],
    ...['despacho =x; despacho=y', 'despacho=x;\tdespacho\t=y', 'despacho=x; despacho'].map(
      (cookies): [string, Lines, string, string] => [
        `two session cookies that are spelled differently (${JSON.stringify(cookies)})`,
        [HOST, ['Cookie', cookies]],
        'invalid-request',
        'two session cookies',
      ],
    ),
    ['two lengths', [HOST, ['Content-Length', '0'], ['content-length', '5']], 'invalid-request', 'a header twice'],
    ['two lines of cookies', [HOST, ['Cookie', 'a=1'], ['Cookie', 'b=2']], 'invalid-request', 'a header twice'],
    ['two expectations', [HOST, ['Expect', '100-continue'], ['Expect', 'x']], 'invalid-request', 'a header twice'],
    ['an expectation', [HOST, ['Expect', '100-continue, x']], 'expectation-failed', undefined],
    [
      'a hundred and one headers',
      [HOST, ...Array.from({ length: 100 }, (_, i) => [`x-${i}`, '1'] as const)],
      'headers-too-large',
      'too many headers',
    ],
  ])('G23: refuses %s, and says why', (_what, lines, kind, note, minor) => {
    expect(faultOf(lines, minor)).toEqual([kind, note]);
  });
});

describe('refuseOddHeads', () => {
  /** @returns the response's headers, whether the chain continued, and the thrown error. */
  function pass(lines: Lines, secure = false) {
    const set: Record<string, string> = {};
    const res = { setHeader: (name: string, value: string) => (set[name] = value) } as unknown as Response;
    const next = vi.fn();
    let thrown: unknown;
    try {
      void refuseOddHeads({ secure })(requestOf(lines) as Request, res, next);
    } catch (error) {
      thrown = error;
    }
    return { set, passed: next.mock.calls, thrown };
  }

  it('G23: passes a normal head and keeps its connection', () => {
    expect(pass([HOST])).toEqual({ set: {}, passed: [[]], thrown: undefined });
  });

  it('G28: closes the connection of an ambiguous head', () => {
    const { set, passed, thrown } = pass([HOST, ['Transfer-Encoding', 'gzip']]);
    expect([set, passed, (thrown as { kind: string }).kind]).toEqual([{ Connection: 'close' }, [], 'invalid-request']);
  });

  it('G3: checks the session cookie by its configured name', () => {
    const twice: Lines = [HOST, ['Cookie', '__Host-despacho=a; __Host-despacho=b']];
    expect([pass(twice, true).passed, pass(twice, false).passed]).toEqual([[], [[]]]);
  });
});
