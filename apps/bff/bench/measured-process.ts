import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const METER = fileURLToPath(new URL('cpu-meter.ts', import.meta.url));
const TAIL_CHARACTERS = 8000;

interface Reading {
  cpu: NodeJS.CpuUsage;
  rss: number;
}

interface Start {
  /** Relative to this folder. It prints its `port`, or its `address`, as JSON once it listens. */
  entry: string;
  args?: string[];
  environment?: Record<string, string>;
}

/** A server process whose CPU time and memory can be read. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #listening = Promise.withResolvers<number>();
  #tail = '';
  #received = false;

  constructor({ entry, args = [], environment = {} }: Start) {
    const script = fileURLToPath(new URL(entry, import.meta.url));
    this.#child = spawn(process.execPath, ['--import', METER, script, ...args], {
      env: { NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#listening.promise.catch(() => undefined);
    // Logs are consumed, as a log shipper would do.
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    this.#child.once('exit', (code, signal) =>
      this.#listening.reject(new Error(`${entry} ended (${code ?? signal ?? '?'}): ${this.#tail}`)),
    );
  }

  #note(text: string): void {
    if (this.#received) return;
    this.#tail = (this.#tail + text).slice(-TAIL_CHARACTERS);
    const [, port] = /"(?:port":|address":"http:\/\/[\d.]+:)(\d+)/.exec(this.#tail) ?? [];
    if (port === undefined) return;
    this.#received = true;
    this.#listening.resolve(Number(port));
  }

  /** @returns the port it listens on. @throws Error if it exits first. */
  port(): Promise<number> {
    return this.#listening.promise;
  }

  async #read(): Promise<Reading> {
    const answer = once(this.#child, 'message');
    this.#child.send('read');
    const [reading] = (await answer) as [Reading];
    return reading;
  }

  /** @returns user and system time used so far, in microseconds. */
  async cpu(): Promise<number> {
    const { cpu } = await this.#read();
    return cpu.user + cpu.system;
  }

  /** @returns resident memory in bytes. */
  async memory(): Promise<number> {
    return (await this.#read()).rss;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exit;
  }
}
