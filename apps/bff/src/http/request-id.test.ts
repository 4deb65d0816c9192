import { type Request, type Response } from 'express';
import { expect, it, vi } from 'vitest';
import { requestId } from './request-id.ts';

/** @returns the id of a request that sends its own, and the response's header. */
function named() {
  const set: Record<string, string> = {};
  const req = { headers: { 'x-request-id': 'forged' }, get: () => 'forged' } as unknown as Request;
  const next = vi.fn();
  void requestId(req, { setHeader: (name: string, value: string) => (set[name] = value) } as unknown as Response, next);
  expect(next).toHaveBeenCalledExactlyOnceWith();
  return { id: req.requestId, set };
}

it('G32: gives every request a new id, and sends it in the response', () => {
  const [first, second] = [named(), named()];
  expect(first.set).toEqual({ 'X-Request-Id': first.id });
  expect(first.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(second.id).not.toBe(first.id);
});
