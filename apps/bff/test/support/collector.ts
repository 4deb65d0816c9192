import { getHeapSpaceStatistics } from 'node:v8';

/*
 * Loaded with `--import` into a gateway under test: SIGUSR2 runs a full garbage collection, SIGWINCH a minor one. Both
 * report the size of the old generation afterwards.
 */
const report = () => {
  const oldBytes = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size;
  process.stdout.write(`${JSON.stringify({ event: 'collected', oldBytes })}\n`);
};

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  report();
});
process.on('SIGWINCH', () => {
  globalThis.gc?.({ type: 'minor' });
  report();
});
