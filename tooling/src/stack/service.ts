import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How to start one of our services, and how to see that it is ready. */
export interface ServiceOptions {
  name: string;
  /** The built entry point. */
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Address that answers 2xx once the service can be used. */
  readyUrl: string;
  /** Where its output goes; it is only kept in memory (the last part) without one. */
  logFile?: string;
  readyWithinMs?: number;
}

/** A running service. */
export interface Service {
  name: string;
  pid: number | undefined;
  /** The last part of what it printed, for a message about its end. */
  tail(): string;
  /**
   * Resolves once the service can be used.
   * @throws ServiceFailure when it ends before, or stays silent for `readyWithinMs` (60 s by default).
   */
  ready(): Promise<void>;
  /** Resolves with the exit code (or signal) whenever the process ends. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Asks it to finish; after `graceMs` it is made to. */
  stop(graceMs?: number): Promise<void>;
}

/** A service that did not come up, with what it last printed. */
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

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

const live = new Set<ChildProcess>();

// Whatever ends the starter, its services must not stay behind holding ports and the data folder.
process.once('exit', () => {
  for (const child of live) child.kill('SIGTERM');
});

/** Starts a built service. It can be stopped from then on; wait for `ready()` before using it. */
export function launch(options: ServiceOptions): Service {
  const { name, entry, env, readyUrl, logFile, readyWithinMs = 60_000 } = options;
  // A process group of its own: Ctrl+C then reaches the starter alone, which stops the services in order.
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
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
    while (!(await answers(readyUrl))) {
      if (!running()) throw new ServiceFailure(`${name} ended while starting`, tail());
      if (Date.now() > deadline) throw new ServiceFailure(`${name} silent for ${readyWithinMs / 1000} s`, tail());
      await sleep(POLL_MS);
    }
  };

  return { name, pid: child.pid, tail, ready, ended, stop };
}
