import { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { limitSize } from './limit-size.ts';

/** The result of a request that announces a body of this size to a row that allows a hundred bytes. */
function announcing(headers: Record<string, string>): string {
  let outcome = 'stuck';
  const req = { headers, matched: { policy: { limits: { request: 100 } } } } as unknown as Request;
  try {
    void limitSize(req, {} as unknown as Response, () => {
      outcome = 'passed';
    });
  } catch (error) {
    outcome = (error as { kind: string }).kind;
  }
  return outcome;
}

it('G16: refuses a body that announces more than its row allows, before reading it', () => {
  expect(announcing({ 'content-length': '101' })).toBe('too-large');
  expect(announcing({ 'content-length': '100' })).toBe('passed');
  expect(announcing({})).toBe('passed');
});
