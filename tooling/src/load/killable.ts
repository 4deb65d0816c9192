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
  /** How to stop it, if a signal does not end all of it. */
  stop?: () => Promise<void>;
}

const POLL_MS = 25;
const START_MS = 180_000;

/** A program that is started, killed, and restarted with the same settings. */
export class Killable {
  readonly name: string;
  readonly #program: Program;
  #child: ChildProcess | undefined;
  #tail = '';

  constructor(program: Program) {
    this.name = program.name;
    this.#program = program;
  }

  /** Pid of the current or last process. @throws Error before the first start. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} was never started`);
    return pid;
  }

  /** Whether the process started last is still running. */
  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws Error with the last output if it exits or takes too long to become ready. */
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

  /** SIGKILL, so that it cannot finish anything. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    if (this.#program.stop) await this.#program.stop();
    else child.kill('SIGKILL');
    await exit;
  }
}
