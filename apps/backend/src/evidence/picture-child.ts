import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { PICTURE_PROCESS_URL } from '../picture-process-url.ts';
import { type PictureReply, type PictureTask } from './encode-picture.ts';
import { useOf } from './process-use.ts';

/** Limits of one picture. */
export interface PictureLimits {
  /** Milliseconds of CPU time: six times that of the most expensive photo that is allowed. */
  cpuMs: number;
  /** Elapsed milliseconds, for a process that does not proceed, and where CPU time cannot be read. */
  elapsedMs: number;
  /** Bytes of memory: twice those of the most expensive photo. */
  memory: number;
}

/** Why a process did not answer. `stuck`: it did not proceed; `killed`: by somebody else; `crashed`: by its picture. */
export type Ending = 'cpu' | 'memory' | 'stuck' | 'left' | 'killed' | 'crashed' | 'unstarted';

/** Interval (ms) at which CPU time and memory of a process are read. */
const CHECK_MS = 100;
/** Time (ms) to load the image library; it takes a fifth of a second on an idle machine. */
const START_MS = 20_000;
/** The scheduler gives it about a third of the weight of the service. */
const NICENESS = 5;

/** A process that decodes pictures, one after the other. Once it has failed it is ended, and must not be used again. */
export class PictureChild {
  readonly #child: ChildProcess;
  readonly #ready: Promise<boolean>;

  /** @param program its module, which sends `ready` when it can take a task. */
  constructor(program = PICTURE_PROCESS_URL) {
    this.#child = fork(program, {
      // No secret of the service is in the memory of a decoder. It is no sandbox: its user is the same.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      // A library that prints warnings about hostile files would fill the log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => undefined);
    this.#lowerPriority();
    this.#ready = this.#waitReady();
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Only its first thread exists yet, and the others inherit this. */
  #lowerPriority(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && getPriority() < NICENESS) setPriority(pid, NICENESS);
    } catch {
      // It has ended already.
    }
  }

  async #waitReady(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const started = (): void => resolve(true);
    const failed = (): void => resolve(false);
    const timer = setTimeout(failed, START_MS);
    timer.unref();
    this.#child.once('message', started).once('exit', failed).once('error', failed);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#child.off('message', started).off('exit', failed).off('error', failed);
    });
  }

  /** Whether the service waits for this process before it ends by itself, as a test or a command does. */
  #hold(isHeld: boolean): void {
    const { channel } = this.#child;
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }

  /**
   * @param signal ends the process when the client has left.
   * @returns the answer, or how the process ended instead.
   */
  async run(task: PictureTask, limits: PictureLimits, signal: AbortSignal): Promise<PictureReply | Ending> {
    const child = this.#child;
    const { promise, resolve } = Promise.withResolvers<PictureReply | Ending>();
    const onMessage = (reply: PictureReply): void => resolve(reply);
    const onExit = (_: number | null, by: NodeJS.Signals | null): void =>
      resolve(by === 'SIGKILL' ? 'killed' : 'crashed');
    const onAbort = (): void => resolve('left');
    this.#hold(true);
    signal.addEventListener('abort', onAbort, { once: true });
    let check: NodeJS.Timeout | undefined;
    void this.#ready.then((isReady) => {
      if (!isReady || !this.isAlive) {
        resolve(signal.aborted ? 'left' : 'unstarted');
        return;
      }
      child.once('message', onMessage).once('exit', onExit);
      const pid = child.pid ?? 0;
      const [begun, before] = [performance.now(), useOf(pid)?.cpuMs ?? 0];
      check = setInterval(() => {
        const use = useOf(pid);
        if (use && use.cpuMs - before > limits.cpuMs) resolve('cpu');
        else if (use && use.memory > limits.memory) resolve('memory');
        else if (performance.now() - begun > limits.elapsedMs) resolve(use ? 'stuck' : 'cpu');
      }, CHECK_MS);
      // A failure is an exit, too.
      child.send(task, () => undefined);
    });
    if (signal.aborted) resolve('left');
    const answer = await promise;
    clearInterval(check);
    signal.removeEventListener('abort', onAbort);
    child.off('message', onMessage).off('exit', onExit);
    this.#hold(false);
    if (typeof answer === 'string') this.kill();
    return answer;
  }
}
