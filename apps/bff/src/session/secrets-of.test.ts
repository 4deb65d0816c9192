import { expect, it, vi } from 'vitest';
import { createMemoryStore } from './memory-store.ts';
import { createOwners } from './owner.ts';
import { createSealer } from '@despacho/server/sealing';
import { createSessions } from './sessions.ts';

const person = {
  id: '1',
  username: 'ana',
  user: 'Ana',
  charge: 'S',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: [],
  takenAt: 0,
};
const secrets = { loginToken: 'token-of-ana', bearer: 'token-of-ana', branch: 'LIMA', taxId: null };

function start() {
  const sealer = createSealer(['a-secret-of-more-than-32-characters-long']);
  const open = vi.spyOn(sealer, 'open');
  const sessions = createSessions({
    store: createMemoryStore(),
    sealer,
    owners: createOwners(['a-secret-of-more-than-32-characters-long']),
    siteKeyOf: (address) => address,
    config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_HOURS: 12 },
    now: () => 0,
    onEnd: () => undefined,
    onEnded: () => undefined,
  });
  const seenFrom = { device: 'x', address: '127.0.0.1' };
  const made = { person, secrets, csrfSecret: 's', seenFrom, by: 'password' } as const;
  return { sessions, open, signIn: async () => (await sessions.createSignedIn(made)).session };
}

it('opens the secrets of a record once, however often they are read', async () => {
  const { sessions, open, signIn } = start();
  const session = await signIn();
  expect([sessions.secretsOf(session), sessions.secretsOf({ ...session })]).toEqual([secrets, secrets]);
  expect(open).toHaveBeenCalledTimes(1);
});

it('G9: opens a record only under its own session’s key, even if it was opened before', async () => {
  const { sessions, signIn } = start();
  const session = await signIn();
  const other = await signIn();
  expect(sessions.secretsOf(session)).toEqual(secrets);
  expect(() => sessions.secretsOf({ key: other.key, record: session.record })).toThrow('unknown secret');
});

it('returns the secrets of an update immediately', async () => {
  const { sessions, signIn } = start();
  const session = await signIn();
  sessions.secretsOf(session);
  await sessions.update(session, person, { ...secrets, bearer: 'another-token' });
  expect(sessions.secretsOf(session).bearer).toBe('another-token');
});
