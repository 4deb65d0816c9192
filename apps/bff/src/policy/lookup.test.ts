import { type Request, type Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { lookup } from './lookup.ts';

/** @returns the row of a request, or its refusal. */
function found(method: string, originalUrl: string, basePath = ''): unknown {
  const req = { method, originalUrl } as unknown as Request;
  try {
    const passed = vi.fn();
    void lookup(basePath)(req, {} as unknown as Response, passed);
    expect(passed).toHaveBeenCalledOnce();
    return [req.matched.id, req.matched.params];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.kind, error.details];
  }
}

describe('lookup', () => {
  it('G21: finds the row by method and exact path, whatever the query', () => {
    expect(found('GET', '/api/users/LIMA')).toEqual(['users.list', { officeId: 'LIMA' }]);
    expect(found('GET', '/api/users/LIMA?officeId=/api/clients?x')).toEqual(['users.list', { officeId: 'LIMA' }]);
  });

  it('G21: matches below the base path', () => {
    expect(found('GET', '/despacho/api/users/LIMA', '/despacho')).toEqual(['users.list', { officeId: 'LIMA' }]);
    expect(found('GET', '/api/users/LIMA', '/despacho')).toEqual(['not-found', { note: 'no such operation' }]);
  });

  it('G21: refuses unknown paths, and lists the methods of known ones', () => {
    expect(found('GET', '/api/Users/LIMA')).toEqual(['not-found', { note: 'no such operation' }]);
    expect(found('DELETE', '/api/permission/7')).toEqual(['method-not-allowed', { allow: ['POST'] }]);
  });
});
