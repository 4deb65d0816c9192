import { clientOperations } from '@despacho/contracts';
import { describe, expect, it, vi } from 'vitest';
import { HttpFailure } from './failure.ts';
import { onFailure, reportFailure } from './on-failure.ts';

const report = {
  failure: new HttpFailure({ url: 'https://despacho.test/', reason: 'network', status: 0 }),
  operation: clientOperations['clients.list'],
  background: undefined,
  logged: false,
};

describe('onFailure', () => {
  it('tells the one subscriber, until it leaves', () => {
    const subscriber = vi.fn();
    const stop = onFailure(subscriber);
    reportFailure(report);
    expect(subscriber).toHaveBeenCalledExactlyOnceWith(report);
    stop();
    reportFailure(report);
    expect(subscriber).toHaveBeenCalledOnce();
  });

  it('refuses a second one, which would open every dialog twice', () => {
    const stop = onFailure(vi.fn());
    expect(() => onFailure(vi.fn())).toThrow();
    stop();
  });
});
