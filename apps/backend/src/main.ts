/*
 * This file runs first and imports nothing: on an old Node, the rest would fail with a syntax error instead of a
 * message.
 */
const OLDEST_NODE = 24;
const running = Number(process.versions.node.split('.')[0]);

if (running < OLDEST_NODE) {
  process.stderr.write(`Despacho needs Node ${String(OLDEST_NODE)} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

const { run } = await import('./run.ts');
await run(process.argv.slice(2));
