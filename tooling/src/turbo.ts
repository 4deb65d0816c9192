import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './root.ts';

/** Result of a turbo run. */
interface TurboRun {
  ok: boolean;
  output: string;
}

/**
 * Runs turbo tasks over the workspaces, two at a time (for two cores) and printing only errors unless `args` override it.
 * @param show whether to print the output as well.
 */
export async function turbo(tasks: string[], args: string[] = [], show = false): Promise<TurboRun> {
  const defaults = ['--output-logs=errors-only', '--concurrency=2'];
  const options = defaults.filter((each) => !args.some((arg) => arg.split('=')[0] === each.split('=')[0]));
  const child = spawn(process.execPath, [`${ROOT}node_modules/turbo/bin/turbo`, 'run', ...tasks, ...options, ...args], {
    cwd: ROOT,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (show) process.stdout.write(text);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, output };
}
