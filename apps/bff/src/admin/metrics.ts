/** Counters of the gateway in Prometheus' text format. Labels come from closed sets, never from what a client sent. */
export interface Metrics {
  request(operation: string, status: number, milliseconds: number): void;
  problem(kind: string): void;
  render(): string;
}

interface Duration {
  count: number;
  seconds: number;
}

const line = (name: string, labels: string, value: number): string => `${name}${labels} ${value}`;

/** @param openStreams how many event streams are open now. */
export function createMetrics(openStreams: () => number): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Duration>();
  const problems = new Map<string, number>();
  const add = (counts: Map<string, number>, labels: string) => counts.set(labels, (counts.get(labels) ?? 0) + 1);
  const family = (name: string, type: string, help: string, lines: string[]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines,
  ];
  const counted = (name: string, counts: Map<string, number>) =>
    [...counts].map(([labels, value]) => line(name, labels, value));
  return {
    request(operation, status, milliseconds) {
      add(requests, `{operation="${operation}",status="${status}"}`);
      const duration = durations.get(operation) ?? { count: 0, seconds: 0 };
      durations.set(operation, { count: duration.count + 1, seconds: duration.seconds + milliseconds / 1000 });
    },
    problem(kind) {
      add(problems, `{kind="${kind}"}`);
    },
    render() {
      const seconds = [...durations].flatMap(([operation, duration]) => [
        line('gateway_request_seconds_sum', `{operation="${operation}"}`, duration.seconds),
        line('gateway_request_seconds_count', `{operation="${operation}"}`, duration.count),
      ]);
      const memory = process.memoryUsage.rss();
      return [
        ...family(
          'gateway_requests_total',
          'counter',
          'Requests by operation and status.',
          counted('gateway_requests_total', requests),
        ),
        ...family('gateway_request_seconds', 'summary', 'Time until the answer was sent.', seconds),
        ...family(
          'gateway_problems_total',
          'counter',
          'Problems answered, by kind.',
          counted('gateway_problems_total', problems),
        ),
        ...family('gateway_open_streams', 'gauge', 'Event streams open now.', [
          line('gateway_open_streams', '', openStreams()),
        ]),
        ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
          line('process_resident_memory_bytes', '', memory),
        ]),
        '',
      ].join('\n');
    },
  };
}
