const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(`The gateway needs Node 24 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const { start } = await import('./start.ts');
await start();
