import { type Balancer, measure, SICKNESSES, startBalanced } from '../src/load/sickness.ts';

/*
 * Makes one of two gateways or services ill behind a load balancer of docker/, in each known way, and counts what people
 * notice: `sickness.ts haproxy`, `sickness.ts nginx`, `sickness.ts haproxy "hung service"`. Fails beyond the limits of
 * docs/operations.md.
 */
const [balancer = 'haproxy', only] = process.argv.slice(2) as [Balancer?, string?];

/** nginx does not notice a wrong key or clock. */
const kinds = balancer === 'haproxy' ? SICKNESSES : (['unready', 'hung service', 'hung gateway'] as const);

for (const sickness of kinds.filter((each) => only === undefined || each === only)) {
  const product = await startBalanced(balancer);
  try {
    const outcome = await measure(product, sickness);
    const holds =
      outcome.failed <= outcome.requests * 0.02 && outcome.failedLate === 0 && outcome.lost === 0 && outcome.usedAgain;
    console.log(`${balancer} ${sickness}: ${JSON.stringify(outcome)}${holds ? '' : '  ← beyond the limits'}`);
    if (!holds) process.exitCode = 1;
  } finally {
    await product.close();
  }
}
