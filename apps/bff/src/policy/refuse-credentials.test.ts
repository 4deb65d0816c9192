import { type Request, type Response } from 'express';
import { expect, it } from 'vitest';
import { namesCredential, refuseCredentials } from './refuse-credentials.ts';

it.each([
  '/api/clients?password=x',
  '/api/clients?PASSWORD=',
  '/api/clients?a=1&access_token=x',
  '/api/clients?tok%65n=x',
  '/api/clients?user=ana&clave=x',
  '/api/clients?contrase%C3%B1a=x',
  '/api/clients?Authorization=Bearer+x',
  '/api/clients?filter[jwt]=x',
  '/api/clients?api-key=x',
])('G18: %s names a credential', (target) => {
  expect(namesCredential(target)).toBe(true);
});

it.each([
  '/password?x=1',
  '/api/users/LIMA',
  '/api/token',
  '/api/clients?officeId=LIMA',
  '/api/clients?q=password',
  '/?',
])('G18: %s does not', (target) => {
  expect(namesCredential(target)).toBe(false);
});

it('G18: refuses one before any lookup, and logs it without its name', () => {
  let passed = 0;
  const ask = (originalUrl: string) =>
    refuseCredentials({ originalUrl } as unknown as Request, {} as unknown as Response, () => {
      passed += 1;
    });
  expect(() => ask('/api/clients?clave=x')).toThrow(
    expect.objectContaining({ kind: 'invalid-request', details: { note: 'a credential in the address' } }),
  );
  expect(passed).toBe(0);
  void ask('/api/clients?q=clave');
  expect(passed).toBe(1);
});
