import { breakDatabase, DATABASE_FAULTS } from '../src/load/database-faults.ts';
import {
  type Balancer,
  INSTANCE_FAULTS,
  type InstanceFault,
  measure,
  startBalanced,
} from '../src/load/instance-faults.ts';

/*
 * Makes one of two gateways or services faulty behind a load balancer of docker/, or the PostgreSQL server of a service,
 * in each known way, and counts the failed requests: `failover.ts haproxy`, `failover.ts nginx`,
 * `failover.ts database`, `failover.ts haproxy "hung service"`. Fails beyond the limits of docs/operations.md.
 */
const [kind = 'haproxy', only] = process.argv.slice(2) as [(Balancer | 'database')?, string?];

/** nginx does not notice a wrong key or clock, and is in front of a single gateway, as in docker/nginx.conf. */
const NOTICED = {
  haproxy: INSTANCE_FAULTS,
  nginx: ['unready', 'hung service'],
  database: DATABASE_FAULTS,
} as const;

/**
 * Largest share of failed requests. Without sessions nothing can be answered: Redis is away for 8 of 60 seconds, or for the
 * ten that Sentinel may take.
 */
const SHARE: Readonly<Record<InstanceFault, number>> = {
  ...(Object.fromEntries(INSTANCE_FAULTS.map((fault) => [fault, 0.02])) as Record<InstanceFault, number>),
  'stopped Redis': 10 / 60,
  'killed Redis': 10 / 60,
};

function print(fault: string, outcome: object, holds: boolean): void {
  console.log(`${kind} ${fault}: ${JSON.stringify(outcome)}${holds ? '' : '  ← beyond the limits'}`);
  if (!holds) process.exitCode = 1;
}

const isChosen = (fault: string): boolean => only === undefined || fault === only;

if (kind === 'database') {
  for (const fault of DATABASE_FAULTS.filter(isChosen)) {
    const { outcome, readsFailed, worksAgain } = await breakDatabase(fault);
    // Without a database nothing can be read; a full or read-only one still answers.
    const answers = fault === 'standby' ? outcome.failedLate === 0 : readsFailed <= outcome.requests * 0.02;
    print(fault, { ...outcome, readsFailed, worksAgain }, answers && worksAgain && outcome.lost === 0);
  }
} else {
  for (const fault of NOTICED[kind].filter(isChosen)) {
    const product = await startBalanced(kind);
    try {
      const outcome = await measure(product, fault);
      const { requests, failed, unanswered, failedLate, lost, usedAgain } = outcome;
      const isFew = failed <= requests * SHARE[fault] && (!fault.endsWith('Redis') || unanswered === 0);
      print(fault, outcome, isFew && failedLate === 0 && lost === 0 && usedAgain);
    } finally {
      await product.close();
    }
  }
}
