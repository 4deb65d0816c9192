const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  process.stderr.write(`The gateway needs Node 24 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

if (process.argv.length > 2) {
  const { runCommand } = await import('./commands/run-command.ts');
  process.exitCode = runCommand(process.argv.slice(2));
} else {
  const { start } = await import('./start.ts');
  await start();
}
