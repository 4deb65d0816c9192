import { clientOperations } from '@despacho/contracts';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { rereadSession } from '#features/session/state/session.ts';
import { markIn, markLeaving, markOut, sessionState } from '#features/session/state/session-store.ts';
import { notifyFailure } from '#shared/dialogs/notify-failure.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { reportFailure } from '#shared/http/on-failure.ts';
import { aView } from '#test/a-view.ts';
import { handleFailures } from './handle-failures.ts';

vi.mock('#shared/dialogs/notify-failure.ts', () => ({ notifyFailure: vi.fn(() => Promise.resolve()) }));
vi.mock('#features/session/state/session.ts', () => ({ rereadSession: vi.fn(() => Promise.resolve(null)) }));

const url = 'https://despacho.test/api/clients';
const report = (status: number, type = 'urn:despacho:problem:no-module') => {
  const problem = status === 403 ? { type, title: 'No', status, requestId: 'r' } : undefined;
  const failure = new HttpFailure({ url, reason: 'refused', status, problem });
  reportFailure({ failure, operation: clientOperations['clients.list'], background: undefined, logged: false });
};

let stop: () => void;
let logged: MockInstance<typeof console.error>;

beforeEach(() => {
  vi.mocked(notifyFailure).mockReturnValue(Promise.resolve());
  vi.mocked(rereadSession).mockResolvedValue(null);
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stop = handleFailures();
});
afterEach(() => {
  stop();
  vi.clearAllMocks();
});

describe('handleFailures', () => {
  it('S34, S37: opens pop-ups without logging to the console', () => {
    report(404);
    report(504);
    expect(vi.mocked(notifyFailure).mock.calls).toEqual([['No encontrado'], ['Gateway Timeout']]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('S38: logs the failure text once', () => {
    report(503);
    expect(logged).toHaveBeenCalledExactlyOnceWith(`Http failure response for ${url}: 503 Service Unavailable`);
    expect(notifyFailure).not.toHaveBeenCalled();
  });

  it('S10: a 401 expires the session of this page', () => {
    markIn(aView());
    report(401);
    expect(sessionState()).toEqual({ status: 'out', ended: true });
  });

  it('S7: ignores a 401 that arrives after signing out', () => {
    markOut({ ended: false });
    report(401);
    expect(sessionState()).toEqual({ status: 'out', ended: false });
  });

  it('S7: a 401 during another tab’s sign-out does not expire the session', () => {
    markIn(aView());
    markLeaving();
    report(401);
    expect(sessionState()).toEqual({ status: 'out', ended: false });
  });

  it('rereads the session after a refusal for a missing module, and only then', () => {
    report(403);
    expect(rereadSession).toHaveBeenCalledOnce();
    report(403, 'urn:despacho:problem:other-office');
    expect(rereadSession).toHaveBeenCalledOnce();
  });
});
