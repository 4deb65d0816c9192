import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { OPERATIONS_KEY, STORAGE_ACCESS } from './test-services.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Arguments of Node for the service as it is in the sources. */
export const SOURCES: readonly string[] = [pathOf('src/main.ts')];

/**
 * The build, if there is one, starts in three quarters of the CPU time of the sources. The optimizing compiler takes more
 * than the embedded database of a short-lived process saves by it.
 */
const programOfTests = (): readonly string[] => [
  '--liftoff-only',
  ...(inject('built') ? [pathOf('dist/main.js')] : SOURCES),
];

type LogLine = Record<string, unknown> & { msg: string };

/** The service as an operator starts it: a separate process, configured by its environment, with its log captured. */
export class ServiceProcess {
  readonly child: ChildProcess;
  output = '';
  errors = '';
  readonly #exit: Promise<number | null>;

  constructor(
    environment: Record<string, string>,
    args: string[] = [],
    { input = '', node = [] as readonly string[], program = programOfTests() } = {},
  ) {
    this.child = spawn(process.execPath, [...node, ...program, ...args], {
      env: {
        PORT: '0',
        DEMO_ORDERS: '200',
        OPERATIONS_KEY,
        STORAGE_USER: STORAGE_ACCESS.user,
        STORAGE_PASSWORD: STORAGE_ACCESS.password,
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdin?.end(input);
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.#exit = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** The exit code once it has exited; null if killed by a signal. */
  get exit(): Promise<number | null> {
    return this.#exit;
  }

  get log(): LogLine[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** @returns the address, once the service listens. */
  async listening(): Promise<string> {
    for (;;) {
      const line = this.log.find(({ msg }) => msg === 'listening');
      if (line) return line['address'] as string;
      if (this.child.exitCode !== null) throw new Error(`It ended instead of listening: ${this.errors}${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }
}
