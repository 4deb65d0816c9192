import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How to start a service and detect that it is ready. */
export interface ServiceOptions {
  name: string;
  /** By default this Node. */
  command?: string;
  /** The built entry point, if it is a program of Node. */
  entry?: string;
  nodeOptions?: readonly string[];
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Whether `usage` can be called. */
  isMetered?: boolean;
  /** Address that answers 2xx once the service is ready, or how else to find out. */
  readyUrl?: string;
  isReady?: () => Promise<boolean>;
  /** File for its output; without one, only the last part is kept in memory. */
  logFile?: string;
  readyWithinMs?: number;
}

/** Of a process since its start. */
interface Usage {
  /** User and system time in milliseconds, of threads that ended too. */
  cpu: number;
  /** Resident memory in bytes. */
  memory: number;
}

/**
 * A module that answers each message of the parent process, with the same cost in every measured process. Its threads load
 * it too, without a channel.
 */
const METER = `data:text/javascript,${encodeURIComponent(`
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: (user + system) / 1000, memory: process.memoryUsage.rss() });
  });
  process.once('disconnect', () => process.exit());
  process.channel?.unref();`)}`;

/**
 * For a dispatch service that only a few tests use: optimizing the embedded database's code takes more CPU than it saves
 * (3.2 s instead of 4.1 for a start).
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** A running service. */
export interface Service {
  name: string;
  pid: number | undefined;
  readonly isRunning: boolean;
  /** The last part of its output, for error messages. */
  tail(): string;
  /**
   * Resolves once the service is ready.
   * @throws ServiceFailure if it exits first, or is not ready within `readyWithinMs` (three minutes by default).
   */
  ready(): Promise<void>;
  /** @throws Error unless the service was launched with `isMetered`. */
  usage(): Promise<Usage>;
  /** Resolves with the exit code or signal when the process ends. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Sends SIGTERM; after `graceMs`, SIGKILL. */
  stop(graceMs?: number): Promise<void>;
}

/** A service that did not start, with its last output. */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure';
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const TAIL_CHARACTERS = 4000;
const POLL_MS = 100;

function collect(child: ChildProcess, logFile: string | undefined): () => string {
  let tail = '';
  if (logFile) mkdirSync(dirname(logFile), { recursive: true });
  const file = logFile ? createWriteStream(logFile) : undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-TAIL_CHARACTERS);
      file?.write(text);
    });
  }
  child.once('close', () => file?.end());
  return () => tail;
}

/** @returns whether `url` answers with a success within two seconds. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

const live = new Set<ChildProcess>();

// The services must not keep ports and the data folder, however this process ends.
process.once('exit', () => {
  for (const child of live) child.kill('SIGTERM');
});

/** Starts a built service. It can be stopped immediately; wait for `ready()` before using it. */
export function launch(options: ServiceOptions): Service {
  const { name, command = process.execPath, entry, env, logFile, readyWithinMs = 180_000, isMetered = false } = options;
  const { nodeOptions = isMetered ? ['--import', METER] : [], args = [] } = options;
  const { readyUrl = '', isReady = () => answersOk(readyUrl) } = options;
  // A separate process group: Ctrl+C then reaches only this process, which stops the services in order.
  const child = spawn(command, [...nodeOptions, ...(entry === undefined ? [] : [entry]), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(isMetered ? ['ipc' as const] : [])],
    detached: true,
  });
  live.add(child);
  const tail = collect(child, logFile);
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  void ended.finally(() => live.delete(child));
  const running = (): boolean => child.exitCode === null && child.signalCode === null;

  const stop = async (graceMs = 10_000): Promise<void> => {
    if (!running()) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  };

  const ready = async (): Promise<void> => {
    const deadline = Date.now() + readyWithinMs;
    while (!(await isReady())) {
      if (!running()) throw new ServiceFailure(`${name} ended while starting`, tail());
      if (Date.now() > deadline) throw new ServiceFailure(`${name} silent for ${readyWithinMs / 1000} s`, tail());
      await sleep(POLL_MS);
    }
    // Another process may answer at its address.
    if (!running()) throw new ServiceFailure(`${name} ended while starting`, tail());
  };

  const usage = async (): Promise<Usage> => {
    if (!isMetered) throw new Error(`${name} is not metered`);
    const answer = once(child, 'message');
    child.send('usage');
    const [measured] = (await answer) as [Usage];
    return measured;
  };

  return {
    ...{ name, pid: child.pid, tail, ready, usage, ended, stop },
    get isRunning() {
      return running();
    },
  };
}
