import { sessionOperations } from '@despacho/contracts';
import { type ProblemKind, problemType, SCREEN_ACCESS, type Screen } from '@despacho/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { markIn, markOut, markUnknown } from '#features/session/state/session-store.ts';
import { rereadSession } from '#features/session/state/session.ts';
import { loginGuard, requireScreen, requireSession } from './guards.ts';

vi.mock('#shared/http/call.ts', () => ({ call: vi.fn() }));

const failure = (status: number, kind: ProblemKind = 'internal') =>
  new HttpFailure({
    url: 'https://d.test/',
    reason: 'refused',
    status,
    problem: { type: problemType(kind), title: 'No', status, requestId: 'r' },
  });
const at = (path: string) => ({ request: new Request(`https://despacho.test${path}`) });
const target = (answer: Response | null): string | null => answer?.headers.get('Location') ?? null;
const noSession = () => vi.mocked(call).mockRejectedValue(failure(401, 'no-session'));

beforeEach(async () => {
  vi.stubGlobal('document', { baseURI: 'https://despacho.test/' });
  vi.stubGlobal('location', { href: 'https://despacho.test/' });
  vi.mocked(call).mockReset().mockResolvedValueOnce(aView());
  await rereadSession();
  vi.mocked(call).mockReset();
  markUnknown();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('requireSession', () => {
  it('S5: without a session, redirects to the login with the return address', async () => {
    noSession();
    expect(target(await requireSession(at('/clients/7?q=a#b')))).toBe('/auth/login?volver=%2Fclients%2F7%3Fq%3Da%23b');
  });

  it('S5: with a session and a user in memory, passes without a request', async () => {
    markIn(aView());
    expect(await requireSession(at('/clients'))).toBeNull();
    expect(call).not.toHaveBeenCalled();
  });

  it('S5: with only the cookie, exchanges it once for concurrent navigations', async () => {
    vi.mocked(call).mockResolvedValue(aView());
    const answers = await Promise.all([
      requireSession(at('/clients')),
      requireScreen('clients')(at('/clients')),
      requireScreen('map')(at('/map')),
    ]);
    expect(answers).toEqual([null, null, null]);
    expect(vi.mocked(call).mock.calls).toEqual([[sessionOperations['session.read'], {}]]);
  });

  it.each([0, 500, 502, 503, 504])(
    'S5: leads to /auth on an outage (%i), which shows it and retries',
    async (status) => {
      vi.mocked(call).mockRejectedValue(failure(status));
      const login = target(await requireSession(at('/clients?q=a'))) ?? '';
      expect(login).toBe('/auth/login?volver=%2Fclients%3Fq%3Da');
      await expect(loginGuard(at(login))).rejects.toMatchObject({ status });
      expect(call, 'the sign-in page does not ask again').toHaveBeenCalledOnce();
      vi.mocked(call).mockResolvedValue(aView());
      expect(target(await loginGuard(at(login)))).toBe('/clients?q=a');
    },
  );
});

describe('requireScreen', () => {
  const screens = Object.keys(SCREEN_ACCESS) as Screen[];

  it.each(screens)('S2: %s opens with any one of its modules', async (screen) => {
    for (const module of SCREEN_ACCESS[screen]) {
      markIn(aView({ permissionsList: [{ module }] }));
      expect(await requireScreen(screen)(at(`/${screen}`))).toBeNull();
    }
  });

  it.each(screens)('S2: %s is refused without its modules', async (screen) => {
    const others = screens.filter((other) => other !== screen).flatMap((other) => [...SCREEN_ACCESS[other]]);
    markIn(aView({ permissionsList: others.map((module) => ({ module })) }));
    expect(target(await requireScreen(screen)(at(`/${screen}`)))).toBe('/error/403');
  });
});

describe('loginGuard', () => {
  it('S3: redirects a signed-in user to the first section', async () => {
    vi.mocked(call).mockResolvedValue(aView());
    expect(target(await loginGuard(at('/auth/login')))).toBe('/map');
  });

  it('S10: redirects a signed-in user to the return address', async () => {
    markIn(aView());
    expect(target(await loginGuard(at('/auth/login?volver=%2Fclients%3Fq%3Da')))).toBe('/clients?q=a');
  });

  it('S10: rejects a return address outside the application', async () => {
    markIn(aView());
    expect(target(await loginGuard(at('/auth/login?volver=%2F%2Fotro.test')))).toBe('/map');
  });

  it('shows the form without a session, and fetches its csrf token', async () => {
    noSession();
    expect(await loginGuard(at('/auth/login'))).toBeNull();
    expect(call).toHaveBeenCalledOnce();
  });

  it('does not request the session again just after another guard did', async () => {
    noSession();
    await requireSession(at('/clients'));
    expect(await loginGuard(at('/auth/login?volver=%2Fclients'))).toBeNull();
    expect(call).toHaveBeenCalledOnce();
  });

  it('shows the form after the session expired, whatever a probe answers', async () => {
    markOut({ ended: true });
    vi.mocked(call).mockResolvedValue(aView());
    expect(await loginGuard(at('/auth/login?volver=%2Fclients'))).toBeNull();
  });
});
