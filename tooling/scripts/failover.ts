import { type Balancer, measure, INSTANCE_FAULTS, startBalanced } from '../src/load/instance-faults.ts';

/*
 * Makes one of two gateways or services faulty behind a load balancer of docker/, in each known way, and counts the
 * failed requests: `failover.ts haproxy`, `failover.ts nginx`, `failover.ts haproxy "hung service"`. Fails beyond the
 * limits of docs/operations.md.
 */
const [balancer = 'haproxy', only] = process.argv.slice(2) as [Balancer?, string?];

/** nginx does not notice a wrong key or clock. */
const kinds = balancer === 'haproxy' ? INSTANCE_FAULTS : (['unready', 'hung service', 'hung gateway'] as const);

for (const fault of kinds.filter((each) => only === undefined || each === only)) {
  const product = await startBalanced(balancer);
  try {
    const outcome = await measure(product, fault);
    const holds =
      outcome.failed <= outcome.requests * 0.02 && outcome.failedLate === 0 && outcome.lost === 0 && outcome.usedAgain;
    console.log(`${balancer} ${fault}: ${JSON.stringify(outcome)}${holds ? '' : '  ← beyond the limits'}`);
    if (!holds) process.exitCode = 1;
  } finally {
    await product.close();
  }
}
