import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

/** @returns the lines without comments. */
const values = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the metrics', () => {
  it('count requests by operation and status, their duration, and problems by type', () => {
    const metrics = createMetrics(() => 3, Date.now, { waiting: 4, lost: 5 });
    metrics.request('clients.get', 200, 20);
    metrics.request('clients.get', 200, 30);
    metrics.request('clients.get', 404, 50);
    metrics.request('none', 404, 1000);
    metrics.problem('not-found');
    metrics.problem('not-found');
    metrics.hostFault('sign-in-address');
    metrics.storage.note('20600000001', 95);
    metrics.storage.note('20600000002', 80);
    const [memory, ...others] = values(metrics.render()).reverse();
    expect(others.reverse()).toEqual([
      'gateway_requests_total{operation="clients.get",status="200"} 2',
      'gateway_requests_total{operation="clients.get",status="404"} 1',
      'gateway_requests_total{operation="none",status="404"} 1',
      'gateway_request_seconds_sum{operation="clients.get"} 0.1',
      'gateway_request_seconds_count{operation="clients.get"} 3',
      'gateway_request_seconds_sum{operation="none"} 1',
      'gateway_request_seconds_count{operation="none"} 1',
      'gateway_problems_total{kind="not-found"} 2',
      'gateway_host_faults_total{fault="sign-in-address"} 1',
      'gateway_storage_warnings{percent="80"} 2',
      'gateway_storage_warnings{percent="95"} 1',
      'gateway_open_streams 3',
      'gateway_trail_waiting 4',
      'gateway_trail_lost_total 5',
    ]);
    expect(memory).toMatch(/^process_resident_memory_bytes \d+$/);
  });

  it('describe every family, and end with a line break as the format requires', () => {
    const text = createMetrics(() => 0).render();
    const families = text.split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    expect(families).toEqual(
      `gateway_requests_total gateway_request_seconds gateway_problems_total
      gateway_host_faults_total gateway_storage_warnings gateway_open_streams gateway_trail_waiting
      gateway_trail_lost_total process_resident_memory_bytes`.split(/\s+/),
    );
    for (const family of families) expect(text).toContain(`# HELP ${family} `);
    expect(text.endsWith('\n')).toBe(true);
  });
});
