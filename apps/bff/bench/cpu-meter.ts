/**
 * Loaded with `--import` into each measured gateway: answers every message of the parent process with the CPU time and
 * memory that Node reports. The same file for all, so that its cost is equal.
 */
process.on('message', () => {
  process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
// A failed bench leaves no process running.
process.once('disconnect', () => process.exit());
// Does not keep the process alive.
process.channel?.unref();

export {};
