import { expect, it } from 'vitest';
import { namesCredential } from './refuse-credentials.ts';

it.each(
  `/api/clients?password=x /api/clients?PASSWORD= /api/clients?a=1&access_token=x
  /api/clients?tok%65n=x /api/clients?user=ana&clave=x /api/clients?contrase%C3%B1a=x
  /api/clients?Authorization=Bearer+x /api/clients?filter[jwt]=x /api/clients?api-key=x`.split(/\s+/),
)('G18: %s names a credential', (target) => {
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
