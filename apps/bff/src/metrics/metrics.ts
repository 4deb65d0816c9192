import { STORAGE_WARNINGS } from '@despacho/contracts';
import { type TrailReports } from '#security-events/trail-reports.ts';
import { StorageWarnings } from './storage-warnings.ts';

/** The gateway's counters in Prometheus' text format. Labels come from closed sets, never from client input. */
export interface Metrics {
  request(operation: string, status: number, milliseconds: number): void;
  problem(kind: string): void;
  /** A fault of a legacy host that its users see as a different error. */
  hostFault(fault: string): void;
  /** Companies whose storage is nearly full. */
  storage: Pick<StorageWarnings, 'note'>;
  render(): string;
}

/** Counters of one operation. */
interface Served {
  count: number;
  seconds: number;
  byStatus: Map<number, number>;
}

const line = (name: string, labels: string, value: number): string => `${name}${labels} ${value}`;

/**
 * @param openStreams returns the number of open event streams.
 * @param now returns the time in milliseconds.
 * @param trail the reports that wait for the dispatch service.
 */
export function createMetrics(
  openStreams: () => number,
  now: () => number = Date.now,
  trail: Pick<TrailReports, 'waiting' | 'lost'> = { waiting: 0, lost: 0 },
): Metrics {
  const storage = new StorageWarnings(now);
  const operations = new Map<string, Served>();
  const problems = new Map<string, number>();
  const faults = new Map<string, number>();
  const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const family = (name: string, type: string, help: string, lines: string[]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines,
  ];
  return {
    storage,
    request(operation, status, milliseconds) {
      let served = operations.get(operation);
      if (!served) operations.set(operation, (served = { count: 0, seconds: 0, byStatus: new Map() }));
      served.count += 1;
      served.seconds += milliseconds / 1000;
      add(served.byStatus, status);
    },
    problem(kind) {
      add(problems, kind);
    },
    hostFault(fault) {
      add(faults, fault);
    },
    render() {
      const all = [...operations];
      const requests = all.flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) =>
          line('gateway_requests_total', `{operation="${operation}",status="${status}"}`, count),
        ),
      );
      const durations = all.flatMap(([operation, { seconds, count }]) => [
        line('gateway_request_seconds_sum', `{operation="${operation}"}`, seconds),
        line('gateway_request_seconds_count', `{operation="${operation}"}`, count),
      ]);
      const memory = process.memoryUsage.rss();
      return [
        ...family('gateway_requests_total', 'counter', 'Requests by operation and status.', requests),
        ...family('gateway_request_seconds', 'summary', 'Time until the answer was sent.', durations),
        ...family(
          'gateway_problems_total',
          'counter',
          'Problems answered, by kind.',
          [...problems].map(([kind, count]) => line('gateway_problems_total', `{kind="${kind}"}`, count)),
        ),
        ...family(
          'gateway_host_faults_total',
          'counter',
          'Faults of a legacy host that users see as something else.',
          [...faults].map(([fault, count]) => line('gateway_host_faults_total', `{fault="${fault}"}`, count)),
        ),
        ...family(
          'gateway_storage_warnings',
          'gauge',
          'Companies that use at least this percentage of their storage.',
          STORAGE_WARNINGS.map((percent) =>
            line('gateway_storage_warnings', `{percent="${percent}"}`, storage.count(percent)),
          ),
        ),
        ...family('gateway_open_streams', 'gauge', 'Event streams open now.', [
          line('gateway_open_streams', '', openStreams()),
        ]),
        ...family('gateway_trail_waiting', 'gauge', 'Reports for the trails that wait for the dispatch service.', [
          line('gateway_trail_waiting', '', trail.waiting),
        ]),
        ...family('gateway_trail_lost_total', 'counter', 'Reports for the trails that were lost.', [
          line('gateway_trail_lost_total', '', trail.lost),
        ]),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
          line('process_resident_memory_bytes', '', memory),
        ]),
        '',
      ].join('\n');
    },
  };
}
