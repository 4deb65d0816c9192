import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { type PlatformServices } from '#platform/services.ts';
import { passwordMatches } from '../users/passwords.ts';
import { signIn } from './access-tokens.ts';

vi.mock('../users/users-repository.ts', () => ({ findForSignIn: () => Promise.resolve(undefined) }));
vi.mock('../users/passwords.ts', { spy: true });
afterEach(() => vi.restoreAllMocks());

it('G40: checks one password of a branch at a time, and two in total', async () => {
  let [now, most] = [0, 0];
  const begun: string[] = [];
  vi.mocked(passwordMatches).mockImplementation(async (_hash, password) => {
    begun.push(password);
    most = Math.max(most, ++now);
    await sleep(20);
    now -= 1;
    return false;
  });
  const attempt = (sucursal: string, password: string) =>
    signIn({} as PlatformServices, { sucursal, username: 'ana', password }).catch((error: unknown) => error);
  const attempts = ['LIMA', 'lima', 'Lima', 'LIMA', 'CUSCO', 'PUNO'].map((sucursal, at) =>
    attempt(sucursal, `${sucursal} ${at}`),
  );
  for (const refused of await Promise.all(attempts)) expect(refused).toMatchObject({ kind: 'unauthenticated' });
  expect(most).toBe(2);
  // The other branches did not wait for the four attempts of the first.
  expect(begun.slice(0, 3)).toEqual(['LIMA 0', 'CUSCO 4', 'PUNO 5']);
});
