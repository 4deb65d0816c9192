/**
 * Loaded with `--import` into each gateway that is measured: answers every message of the parent process with the CPU
 * time of this process so far and its memory, both as Node tells them. The same file for all, so that it weighs the same.
 */
process.on('message', () => {
  process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
// A bench that fails leaves nothing running.
process.once('disconnect', () => process.exit());
// A gateway that has nothing left to do may end.
process.channel?.unref();

export {};
