import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { checkOrigin } from './origin.ts';

const OWN = 'https://despacho.example.pe';

/** @returns the log note of a refusal; undefined if the request passes. */
function refusalOf(method: string, headers: Record<string, string>): string | undefined {
  const req = { method, get: (name: string) => headers[name] } as unknown as Request;
  let passed = false;
  try {
    void checkOrigin({ PUBLIC_ORIGIN: [OWN] })(req, {} as unknown as Response, () => {
      passed = true;
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'wrong-origin') throw error;
    expect(passed).toBe(false);
    return error.details.note;
  }
  expect(passed).toBe(true);
  return undefined;
}

describe('checkOrigin', () => {
  it.each<[method: string, headers: Record<string, string>, note: string | undefined]>([
    ['GET', { 'sec-fetch-site': 'same-origin' }, undefined],
    ['HEAD', { 'sec-fetch-site': 'same-site' }, undefined],
    ['OPTIONS', { 'sec-fetch-site': 'none' }, undefined],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 'cross-site read'],
    ['GET', {}, undefined],
    ['GET', { referer: 'https://evil.example/' }, undefined],
    ['GET', { origin: OWN }, undefined],
    ['GET', { origin: 'https://evil.example' }, 'read by another origin'],
    ['GET', { 'sec-fetch-site': 'same-origin', origin: OWN }, undefined],
    ['GET', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'read by another origin'],
    ['GET', { 'sec-fetch-site': 'same-site', origin: 'null' }, 'read by another origin'],
    ['POST', { 'sec-fetch-site': 'same-origin' }, undefined],
    ['POST', { 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/' }, undefined],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: OWN }, undefined],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'Origin is not ours'],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 'Origin is not ours'],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: '' }, 'Origin is not ours'],
    ['POST', { 'sec-fetch-site': 'same-site' }, 'Sec-Fetch-Site is not same-origin'],
    ['DELETE', { 'sec-fetch-site': 'none', origin: OWN }, 'Sec-Fetch-Site is not same-origin'],
    ['POST', { origin: OWN }, undefined],
    ['PUT', { referer: `${OWN}/permissions` }, undefined],
    ['POST', { referer: 'no address' }, 'Origin is not ours'],
    ['POST', { referer: '' }, 'Origin is not ours'],
    ['POST', {}, 'Origin is not ours'],
    ['PATCH', { origin: 'null', referer: `${OWN}/` }, 'Origin is not ours'],
  ])('G15: %s with %j: %s', (method, headers, note) => {
    expect(refusalOf(method, headers)).toBe(note);
  });
});
