import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Environment variable with the mark of a run, which its processes inherit. */
const MARK = 'DESPACHO_RUN';

/** A running process. `text` contains its command, environment and working folder. */
interface Running {
  pid: number;
  parent: number;
  text: string;
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function runningInProc(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const read = (file: string): string => attempt(() => readFileSync(`/proc/${name}/${file}`, 'latin1'));
      const [state, parent] = read('stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (parent === undefined || state === 'Z' || state === 'X') return [];
      // PostgreSQL overwrites its environment with its title; its working folder is that of its data.
      const text = `${read('cmdline')} ${read('environ')} ${attempt(() => readlinkSync(`/proc/${name}/cwd`))}`;
      return [{ pid: Number(name), parent: Number(parent), text }];
    });
}

/** For macOS, whose `ps` prints the environment of the user's own processes with `-E`. */
const runningByPs = (): Running[] =>
  [
    ...execFileSync('ps', ['-axwwE', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).matchAll(
      /^ *(\d+) +(\d+) (.*)$/gm,
    ),
  ].map(([, pid, parent, text = '']) => ({ pid: Number(pid), parent: Number(parent), text }));

/**
 * @param mark found in the command, environment or working folder of the processes of a run.
 * @param ancestors processes whose descendants belong to the run; those found are added.
 * @returns the ids of all other running processes of the run, detached ones included.
 */
export function processesOf(mark: string, ancestors = new Set<number>()): number[] {
  const running = existsSync('/proc/self/stat') ? runningInProc() : runningByPs();
  const found = new Set<number>();
  let before = -1;
  while (found.size > before) {
    before = found.size;
    for (const { pid, parent, text } of running)
      if (pid !== process.pid && (ancestors.has(parent) || text.includes(mark))) {
        ancestors.add(pid);
        found.add(pid);
      }
  }
  return [...found];
}

/** Ends all processes of a run except this one: with SIGTERM, and after `graceMs` with SIGKILL. */
async function endProcesses(mark: string, graceMs: number): Promise<void> {
  const begun = Date.now();
  const ancestors = new Set([process.pid]);
  const signalled = new Set<number>();
  for (let left = processesOf(mark, ancestors); left.length > 0; left = processesOf(mark, ancestors)) {
    const passed = Date.now() - begun;
    for (const pid of left)
      if (passed > graceMs || !signalled.has(pid))
        attempt(() => String(process.kill(pid, passed > graceMs ? 9 : 'SIGTERM')));
    for (const pid of left) signalled.add(pid);
    if (passed > 2 * graceMs + 5000) throw new Error(`These processes do not end: ${left.join(', ')}`);
    await sleep(50);
  }
}

/** npm and the terminal may both send a signal; a later one is a second request. */
const SAME_SIGNAL_MS = 500;

/** How a run ends early. */
interface EndOptions {
  /** Unique to this run. The processes started from now on inherit it. */
  mark: string;
  /** Runs first, to stop processes that must end in order. A second signal does not wait for it. */
  stop: (why: string) => Promise<void> | void;
  /** Exit code after a signal. */
  signalCode: number;
  /** How long a process may take to end after SIGTERM. */
  graceMs?: number;
}

/**
 * Ends this process and every process that it started: on SIGINT, SIGTERM or SIGHUP, after an uncaught error, when its
 * output is closed, and when the npm that started it has died.
 * @returns a function that does the same, given the reason and the exit code. It never returns.
 */
export function endWithAllProcesses({
  mark,
  stop,
  signalCode,
  graceMs = 3000,
}: EndOptions): (why: string, code: number) => Promise<never> {
  process.env[MARK] = mark;
  let since: number | undefined;
  const endNow = async (grace: number, code: number): Promise<never> => {
    await endProcesses(mark, grace);
    process.exit(code);
  };
  const end = async (why: string, code: number): Promise<never> => {
    if (since !== undefined) return new Promise(() => undefined);
    since = Date.now();
    await stop(why);
    return endNow(graceMs, code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (since === undefined) void end(signal, signalCode);
      else if (Date.now() - since > SAME_SIGNAL_MS) void endNow(0, 1);
    });
  process.on('uncaughtException', (error) => {
    console.error(error);
    void end('an error', 1);
  });
  for (const output of [process.stdout, process.stderr]) output.on('error', () => void end('its output is closed', 1));
  const parent = process.ppid;
  // Without npm it may outlive its parent, as under `nohup`.
  if (process.env['npm_lifecycle_event'] !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) void end('npm has ended', 1);
    }, 500).unref();
  return end;
}
