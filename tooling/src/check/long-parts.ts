/** One part of the long check. */
export interface LongPart {
  name: string;
  what: string;
  /** Program and arguments, separated by blanks; `node` is the repository's own Node. */
  command: string;
  /** Working folder, if not the root. */
  folder?: string;
  environment?: Readonly<Record<string, string>>;
  /** Whether the part requires `npm run build`. */
  built?: boolean;
}

/** In execution order: parts that detect faults earliest come first. */
export const LONG_PARTS: readonly LongPart[] = [
  {
    name: 'kills',
    what: 'Redis, service and gateway are killed at work, many times',
    command: 'node tooling/scripts/kills.ts --runs=8 --kills=12',
    built: true,
  },
  {
    name: 'postgres-kills',
    what: 'PostgreSQL, two services and two gateways are stopped at work, ten times each',
    command: 'node tooling/scripts/kills.ts --postgres --runs=1 --kills=40',
    built: true,
  },
  ...(['haproxy', 'nginx', 'database'] as const).map((kind): LongPart => ({
    name: kind === 'database' ? 'failing-database' : `sick-${kind}`,
    what:
      kind === 'database'
        ? 'the database fails over to a standby behind PgBouncer, is full, or is read-only'
        : `one of two gateways or services is sick behind ${kind}`,
    command: `node tooling/scripts/failover.ts ${kind}`,
    built: true,
  })),
  {
    name: 'proxies',
    what: 'one gateway behind each proxy of docker/: the audit, files, the stream, 300 requests after pauses, a restart',
    command: 'node tooling/scripts/proxies.ts',
    built: true,
  },
  {
    name: 'soak',
    what: 'people at work for twenty minutes: memory and handles stay flat',
    command: 'node tooling/scripts/soak.ts --minutes=20',
    built: true,
  },
  {
    name: 'fuzz',
    what: 'the fuzzing tests, twenty times as long',
    command: 'npx vitest run test/controls/fuzz- --testTimeout=1800000',
    folder: 'apps/bff',
    environment: { FC_RUNS: '20' },
  },
  {
    name: 'sweeps',
    what: 'the whole access matrix, and the sweeps with every operation, file and photo',
    command: 'npx vitest run test/controls/access-matrix test/controls/sweep- --maxWorkers=1 --testTimeout=300000',
    folder: 'apps/bff',
    environment: { FULL: '1' },
  },
  {
    name: 'odd-inputs',
    what: 'values that cannot be stored, in every position of every operation',
    command: 'npx vitest run test/odd-inputs --testTimeout=600000',
    folder: 'apps/backend',
    environment: { FULL: '1' },
  },
  {
    name: 'stale-statistics',
    what: 'bulk changes, purges and sweeps of a large office with the statistics of empty tables',
    command: 'npx vitest run test/stale-statistics --testTimeout=1800000',
    folder: 'apps/backend',
    environment: { FULL: '1' },
  },
  {
    name: 'backups',
    what: 'backups of a database in which others have extensions, schemas and tables, also as earlier versions made them',
    command: 'npx vitest run test/backup',
    folder: 'apps/backend',
    environment: { FULL: '1' },
  },
  {
    name: 'embedded',
    what: 'the tests of the service on the embedded database instead of PostgreSQL',
    command: 'npx vitest run --testTimeout=300000',
    folder: 'apps/backend',
    environment: { EMBEDDED: '1' },
  },
  {
    name: 'commands',
    what: 'every command in the documents, as written, up to two gateways and two services that are replaced and upgraded',
    command: 'npx vitest run test/commands',
    folder: 'tooling',
    environment: { FULL: '1' },
    built: true,
  },
  {
    name: 'interleavings',
    what: 'a thousand random stories of two dispatchers and the clock, and of visits, beside models',
    command: 'npx vitest run test/model/interleavings test/model/visit-stories',
    folder: 'apps/backend',
    environment: { INTERLEAVINGS: '1000' },
  },
  {
    name: 'office-days',
    what: '300 random days of an office: every reading answers what a ledger in plain code says, after every step',
    command: 'npx vitest run test/model/office-days',
    folder: 'apps/backend',
    environment: { INTERLEAVINGS: '300' },
  },
  {
    name: 'dispatch-kills',
    what: 'the service is killed in the middle of imports and bulk assignments, sixty times',
    command: 'npx vitest run test/kills',
    folder: 'apps/backend',
    environment: { KILLS: '60' },
  },
  {
    name: 'defences',
    what: 'the audit against a gateway with each defence taken out in turn',
    command: 'node tooling/scripts/audit-weakened.ts',
    built: true,
  },
  {
    name: 'observatory',
    what: 'the tests of MDN’s HTTP Observatory behind nginx and TLS (fetches them once)',
    command: 'node tooling/scripts/observatory.ts',
    built: true,
  },
  {
    name: 'scale',
    what: 'two thousand event streams, and calls beside them',
    command: 'node apps/bff/bench/streams.ts',
    built: true,
  },
  {
    name: 'orders',
    what: 'counts, searches and pages over 1,000,000 orders of one office on a PostgreSQL, beside 10,000',
    command: 'node apps/backend/bench/orders.ts --postgres',
  },
  {
    name: 'requests',
    what: 'CPU of the most frequent reads of 100,000 orders on a PostgreSQL, and of their confirmations by a version',
    command: 'node apps/backend/bench/requests.ts --postgres 100000',
  },
  ...(['fair', 'fair-postgres'] as const).map((name): LongPart => ({
    name,
    what: `another company reads while one person repeats the most expensive operations, on ${name === 'fair' ? 'the embedded database' : 'PostgreSQL'}`,
    command: `node apps/backend/bench/fair.ts${name === 'fair' ? '' : ' --postgres'}`,
    built: true,
  })),
  {
    name: 'table',
    what: 'the dispatcher’s table and map over 100,000 orders, in a browser',
    command: 'npx playwright test dispatch-scale --workers=1',
    folder: 'e2e',
    environment: { E2E_ORDERS: '100000' },
    built: true,
  },
  {
    name: 'screens',
    what: 'keyboard focus, zoom and the like in every state of every screen and window',
    command: 'npx playwright test every-hand',
    folder: 'e2e',
    environment: { FULL: '1' },
    built: true,
  },
  {
    name: 'cost',
    what: 'CPU of a proxied read beside a bare proxy',
    command: 'node apps/bff/bench/proxied-read.ts --rounds=25',
    built: true,
  },
  {
    name: 'mutation',
    what: 'a sample of 300 mutants of the chain against its tests',
    command: 'npx stryker run',
    folder: 'apps/bff',
  },
];

/**
 * @param names as typed; none selects all parts.
 * @returns the parts in their order.
 * @throws RangeError with the known names for an unknown one.
 */
export function chosenParts(names: readonly string[]): LongPart[] {
  const unknown = names.filter((name) => !LONG_PARTS.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new RangeError(`No part ${unknown.join(', ')}: ${LONG_PARTS.map(({ name }) => name).join(', ')}`);
  return LONG_PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
}
