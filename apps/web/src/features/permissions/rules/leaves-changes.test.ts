import { expect, it } from 'vitest';
import { leavesChanges } from './leaves-changes.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://x');
  return { pathname, search };
};

it.each([
  ['/permissions', '/clients', true],
  ['/permissions', '/auth/logout', true],
  ['/permissions', '/permissions?oficina=AREQUIPA', true],
  ['/permissions?oficina=LIMA', '/permissions?oficina=LIMA&persona=7', false],
  ['/permissions', '/login?volver=/permissions', false],
  ['/permissions', '/error/403', false],
])('navigating from %s to %s asks about unsaved changes: %s', (from, to, asks) => {
  expect(leavesChanges(at(from), at(to))).toBe(asks);
});
