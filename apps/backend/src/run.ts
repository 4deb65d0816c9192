import { StartupError } from '#platform/startup-error.ts';

/**
 * Without arguments the service starts; otherwise one administrative command runs and the process exits. Errors that an
 * operator can fix are printed as one message; others with their stack.
 */
export async function run(args: string[]): Promise<void> {
  try {
    // Lazy imports, so that each loads only what it needs.
    if (args.length === 0) await (await import('./serve.ts')).serve();
    else process.exitCode = await (await import('#edge/commands/run-command.ts')).runCommand(args);
  } catch (error) {
    const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text ?? 'Unknown failure'}\n`);
    process.exit(1);
  }
}
