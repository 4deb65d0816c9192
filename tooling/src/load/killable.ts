import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

interface Program {
  name: string;
  command: string;
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Whether it can be used now. */
  isReady: () => Promise<boolean>;
  /** How it is stopped, where a signal would not end all of it. */
  stop?: () => Promise<void>;
}

const POLL_MS = 25;
const START_MS = 60_000;

/** A program that is started, killed without a word, and started again in the same place. */
export class Killable {
  readonly name: string;
  readonly #program: Program;
  #child: ChildProcess | undefined;
  #tail = '';

  constructor(program: Program) {
    this.name = program.name;
    this.#program = program;
  }

  /** Of the process that runs now, or ran last. @throws Error before there was one. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} was never started`);
    return pid;
  }

  /** Whether the process that was started last is still there. */
  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws Error with the last it printed, when it ends or takes too long instead of getting ready. */
  async start(): Promise<void> {
    const { command, args, environment, isReady, name } = this.#program;
    const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#tail = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#tail = (this.#tail + text).slice(-4000);
      });
    const deadline = Date.now() + START_MS;
    while (!(await isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start: ${this.#tail}`);
      await sleep(POLL_MS);
    }
  }

  /** SIGKILL: it gets no chance to finish anything. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    if (this.#program.stop) await this.#program.stop();
    else child.kill('SIGKILL');
    await exit;
  }
}
