import { launch, type Service, type ServiceOptions } from '../stack/service.ts';

interface Program extends ServiceOptions {
  /** How to stop it, if a signal does not end all of it. */
  end?: () => Promise<void>;
}

/** A program that is started, killed, and restarted with the same settings. */
export class Killable {
  readonly name: string;
  readonly #program: Program;
  #service: Service | undefined;

  constructor(program: Program) {
    this.name = program.name;
    this.#program = program;
  }

  /** Pid of the current or last process. @throws Error before the first start. */
  get pid(): number {
    const pid = this.#service?.pid;
    if (pid === undefined) throw new Error(`${this.name} was never started`);
    return pid;
  }

  /** Whether the process started last is still running. */
  get isRunning(): boolean {
    return this.#service?.isRunning === true;
  }

  /** @throws ServiceFailure with the last output if it exits or takes too long to become ready. */
  async start(): Promise<void> {
    this.#service = launch(this.#program);
    await this.#service.ready();
  }

  /** SIGKILL, so that it cannot finish anything. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    if (this.#program.end) await this.#program.end();
    else process.kill(this.pid, 'SIGKILL');
    await this.#service?.ended;
  }
}
