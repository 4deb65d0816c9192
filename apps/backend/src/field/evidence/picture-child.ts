import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programBeside } from '#platform/program-beside.ts';
import { type PictureReply, type PictureTask } from './encode-picture.ts';

/** Milliseconds of a clock tick in `/proc`: 10 on every Linux that Node supports. */
const TICK_MS = 10;

/** Resources that a process uses. */
interface ProcessUse {
  /** CPU time since its start. */
  cpuMs: number;
  /** Bytes of memory. */
  memory: number;
}

/** @returns what all threads of a process use; undefined without `/proc`, or after its end. */
function useOf(pid: number): ProcessUse | undefined {
  try {
    // The name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, memory: Number(resident?.[1] ?? 0) * 1024 };
  } catch {
    return undefined;
  }
}

const PROGRAM = programBeside(import.meta.url, 'picture-process');

/** Limits of one picture. */
export interface PictureLimits {
  /** Milliseconds of CPU time: six times that of the most expensive photo that is allowed. */
  cpuMs: number;
  /** Elapsed milliseconds, for a process that makes no progress, and where CPU time cannot be read. */
  elapsedMs: number;
  /** Bytes of memory: twice those of the most expensive photo. */
  memory: number;
}

/**
 * Why a process did not answer. `stuck`: it made no progress; `left`: the client disconnected; `killed`: from outside;
 * `crashed`: by itself; `unstarted`: it could not start.
 */
export type PictureFailure = 'cpu' | 'memory' | 'stuck' | 'left' | 'killed' | 'crashed' | 'unstarted';

/** How often (ms) CPU time and memory of a process are read. */
const CHECK_MS = 100;
/** Timeout (ms) of a start, which takes 200 ms on an idle machine. */
const START_MS = 20_000;
/** With this niceness the scheduler gives the process about a third of the service's weight. */
const NICENESS = 5;

/** The app's folder, from `src/field/evidence` or `dist`. */
const APP = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../..' : '..', import.meta.url));

/** @returns the folder of npm packages that contains the image library and those it loads. */
function packagesFolder(): string {
  const library = createRequire(import.meta.url).resolve('sharp');
  return library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length);
}

/**
 * Options of Node that let a program read itself and its packages only: no other file, so neither the environment of
 * the service in `/proc` nor its secrets and data; no writes, programs, threads or network. They bind JavaScript, not
 * the native library, which runs as the same user.
 */
function restrictionsOf(program: URL): string[] {
  const file = fileURLToPath(program);
  const folder = dirname(file);
  // Without a build, the contracts are read from their own folder.
  const sources = file.endsWith('.ts') ? [join(APP, '../../packages/contracts')] : [];
  const readable = [folder, join(APP, 'package.json'), packagesFolder(), ...sources];
  return ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** A process that decodes pictures, one at a time. It is killed after a failure, and must not be used again. */
export class PictureChild {
  readonly #child: ChildProcess;
  readonly #ready: Promise<boolean>;

  /** @param program module of the process, which sends `ready` when it can receive a task. */
  constructor(program = PROGRAM) {
    this.#child = fork(program, {
      // No secret of the service is in the memory of a decoder.
      env: {},
      execArgv: restrictionsOf(program),
      serialization: 'advanced',
      // Warnings of the library about hostile files would fill the log.
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

  /** Called while only the first thread exists; the others inherit its priority. */
  #lowerPriority(): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && getPriority() < NICENESS) setPriority(pid, NICENESS);
    } catch {
      // The process has already ended.
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

  /** @param isHeld whether this process keeps the service's event loop alive, as it must while a task runs. */
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
   * Runs one task. Kills the process if it does not answer.
   * @param signal aborted when the client disconnects.
   * @returns the answer, or why there is none.
   */
  async run(task: PictureTask, limits: PictureLimits, signal: AbortSignal): Promise<PictureReply | PictureFailure> {
    const child = this.#child;
    const { promise, resolve } = Promise.withResolvers<PictureReply | PictureFailure>();
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
      // If sending fails, the process exits too, which is handled above.
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
