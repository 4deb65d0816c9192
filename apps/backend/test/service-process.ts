import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OPERATIONS_KEY, STORAGE_ACCESS } from './test-services.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

type LogLine = Record<string, unknown> & { msg: string };

/** The service as an operator starts it: a separate process, configured by its environment, with its log captured. */
export class ServiceProcess {
  readonly child: ChildProcess;
  output = '';
  errors = '';
  readonly #exit: Promise<number | null>;

  constructor(environment: Record<string, string>, args: string[] = [], { input = '', node = [] as string[] } = {}) {
    this.child = spawn(process.execPath, [...node, MAIN, ...args], {
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
