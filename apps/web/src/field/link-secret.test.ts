import { expect, it, vi } from 'vitest';
import { takeLinkSecret } from './link-secret.ts';

const SECRET = 'A'.repeat(43);

const take = (hash: string) => {
  const replaceState = vi.fn();
  const place = { hash, pathname: '/despacho/r/', search: '?x=1' } as Location;
  return { secret: takeLinkSecret(place, { replaceState } as unknown as History), replaceState };
};

it('G41: reads the secret from the address, and removes it there', () => {
  const { secret, replaceState } = take(`#${SECRET}`);
  expect(secret).toBe(SECRET);
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/despacho/r/?x=1');
});

it.each(['#', '#corto', `#${SECRET}x`, `#x=${SECRET}`])('finds no secret in %s, and removes that too', (hash) => {
  const { secret, replaceState } = take(hash);
  expect(secret).toBeUndefined();
  expect(replaceState).toHaveBeenCalledOnce();
});

it('leaves an address without a fragment alone', () => {
  expect(take('').replaceState).not.toHaveBeenCalled();
});

it('leaves the screen of a page that is loaded again', () => {
  const { secret, replaceState } = take('#/parada/12/entregar');
  expect(secret).toBeUndefined();
  expect(replaceState).not.toHaveBeenCalled();
});
