import { StartupError } from './startup-error.ts';

/**
 * Without arguments the service starts; with arguments one administrative command runs and the process ends.
 * What an operator can put right is told in one sentence; anything else keeps its stack.
 */
export async function run(args: string[]): Promise<void> {
  try {
    // Each loads only what it needs.
    if (args.length === 0) await (await import('./serve.ts')).serve();
    else process.exitCode = await (await import('./commands/run-command.ts')).runCommand(args);
  } catch (error) {
    const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text ?? 'Unknown failure'}\n`);
    process.exit(1);
  }
}
