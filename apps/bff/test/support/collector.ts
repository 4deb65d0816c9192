import { getHeapSpaceStatistics } from 'node:v8';

/*
 * Loaded with `--import` into a gateway whose memory a test looks at: SIGUSR2 asks for a whole collection, SIGWINCH for a
 * short one. Both tell what is in the old generation afterwards.
 */
const tell = () => {
  const oldBytes = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size;
  process.stdout.write(`${JSON.stringify({ event: 'collected', oldBytes })}\n`);
};

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  tell();
});
process.on('SIGWINCH', () => {
  globalThis.gc?.({ type: 'minor' });
  tell();
});
