import { expect, it, vi } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { type AccountChanges } from './account-changes.ts';
import { createFreshness } from './freshness.ts';
import { type IdentityCalls } from './identity.ts';
import { type SignedInSession } from './record.ts';
import { type Sessions } from './sessions.ts';

const PERSON = {
  id: '1',
  username: 'ana',
  user: 'Ana',
  charge: 'S',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: [],
  takenAt: 0,
};
const SECRETS = { loginToken: 't', bearer: 't', branch: 'b', taxId: null };

const session = (): SignedInSession => ({
  key: 'key',
  record: { csrfSecret: undefined, createdAt: 0, usedAt: 0, person: PERSON, sealed: 'sealed' },
});

/** A host that never answers the first call, but later ones. */
function start() {
  const describe = vi
    .fn<IdentityCalls['describe']>()
    .mockImplementationOnce(() => new Promise(() => undefined))
    .mockImplementation(() => Promise.resolve({ person: { ...PERSON, takenAt: 100 }, secrets: SECRETS }));
  const sessions = {
    secretsOf: () => SECRETS,
    update: (at: SignedInSession, person: SignedInSession['record']['person']) => {
      at.record = { ...at.record, person };
      return Promise.resolve();
    },
  } as unknown as Sessions;
  const calls = { describe } as unknown as IdentityCalls;
  const changes = { isOutdated: vi.fn<AccountChanges['isOutdated']>(() => false) };
  const freshness = createFreshness({ calls, sessions, changes, now: () => 100, timeoutMs: 60_000 });
  return { describe, changes, freshness };
}

it('S5: does not share a timed-out call again', async () => {
  const { describe, freshness } = start();
  const limit = new AbortController();
  const first = freshness.ensure(session(), 0, limit.signal);
  limit.abort(new Failure('upstream-timeout', { note: 'no answer' }));
  await expect(first).rejects.toThrow('no answer');
  const again = session();
  await freshness.ensure(again, 0, new AbortController().signal);
  expect(again.record.person.takenAt).toBe(100);
  expect(describe).toHaveBeenCalledTimes(2);
});

it('S5: a closed tab does not cancel the shared call', async () => {
  const { describe, freshness } = start();
  const closed = new AbortController();
  const first = freshness.ensure(session(), 0, closed.signal);
  closed.abort(new ClientGone());
  await expect(first).rejects.toBeInstanceOf(ClientGone);
  const other = new AbortController();
  const second = freshness.ensure(session(), 0, other.signal);
  other.abort(new ClientGone());
  await expect(second).rejects.toBeInstanceOf(ClientGone);
  expect(describe).toHaveBeenCalledTimes(1);
});

it('G44: calls again if the account changed after the shared call began', async () => {
  const { describe, changes, freshness } = start();
  describe.mockReset();
  describe.mockImplementation(() => Promise.resolve({ person: { ...PERSON, takenAt: 100 }, secrets: SECRETS }));
  changes.isOutdated.mockReturnValueOnce(true).mockReturnValueOnce(true);
  await freshness.ensure(session(), 1000, new AbortController().signal);
  expect(describe).toHaveBeenCalledTimes(2);
});
