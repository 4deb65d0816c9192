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

/** What follows the name of a metric in one line, labels or a suffix, and the value. */
type Sample = readonly [rest: string, value: number];

const family = (name: string, type: string, help: string, ...samples: readonly Sample[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(([rest, value]) => `${name}${rest} ${value}`),
];

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
        [...byStatus].map(([status, count]): Sample => [`{operation="${operation}",status="${status}"}`, count]),
      );
      const durations = all.flatMap(([operation, { seconds, count }]): Sample[] => [
        [`_sum{operation="${operation}"}`, seconds],
        [`_count{operation="${operation}"}`, count],
      ]);
      const byLabel = (label: string, counts: Iterable<readonly [string, number]>) =>
        Array.from(counts, ([value, count]): Sample => [`{${label}="${value}"}`, count]);
      const stored = STORAGE_WARNINGS.map((percent) => [String(percent), storage.count(percent)] as const);
      const memory = process.memoryUsage.rss();
      return [
        ...family('gateway_requests_total', 'counter', 'Requests by operation and status.', ...requests),
        ...family('gateway_request_seconds', 'summary', 'Time until the answer was sent.', ...durations),
        ...family('gateway_problems_total', 'counter', 'Problems answered, by kind.', ...byLabel('kind', problems)),
        ...family(
          'gateway_host_faults_total',
          'counter',
          'Faults of a legacy host that users see as something else.',
          ...byLabel('fault', faults),
        ),
        ...family(
          'gateway_storage_warnings',
          'gauge',
          'Companies that use at least this percentage of their storage.',
          ...byLabel('percent', stored),
        ),
        ...family('gateway_open_streams', 'gauge', 'Event streams open now.', ['', openStreams()]),
        ...family('gateway_trail_waiting', 'gauge', 'Reports for the trails that wait for the dispatch service.', [
          '',
          trail.waiting,
        ]),
        ...family('gateway_trail_lost_total', 'counter', 'Reports for the trails that were lost.', ['', trail.lost]),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', ['', memory]),
        '',
      ].join('\n');
    },
  };
}
