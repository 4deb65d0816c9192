import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { SECRETS } from './gateway.ts';
import { type Legacy, type LegacyUser } from './legacy.ts';

/** The built gateway if there is a build, otherwise its sources. */
export const MAIN = fileURLToPath(
  new URL(inject('built') ? '../../dist/main.js' : '../../src/main.ts', import.meta.url),
);

/** A process starts slowly on a busy machine. */
export const SLOW_START = { timeout: 60_000 };

/** @returns the environment of a gateway for these legacy hosts, on free ports. */
export const settings = (legacy: Legacy): Record<string, string> => ({
  PORT: '0',
  ADMIN_PORT: '0',
  DRAIN_SECONDS: '0',
  PUBLIC_ORIGIN: 'http://localhost:3000',
  ...SECRETS,
  OPERATIONS_URL: `${legacy.url}/operations`,
  ...legacy.environment,
});

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

/** A gateway process as in production, configured only by its environment. */
export class GatewayProcess {
  readonly child: ChildProcess;
  /** Output on stdout and stderr so far. */
  output = '';
  /** Exit code and signal. */
  readonly ended: Promise<[code: number | null, signal: string | null]>;

  /** @param command program to start instead of Node; it gets Node and its arguments appended. */
  constructor(environment: Record<string, string>, command: string[] = [], args: string[] = [MAIN]) {
    const [program = process.execPath, ...rest] = [...command, process.execPath, ...args];
    // Compiled code of an earlier process saves a fifth of the CPU of a start.
    const { NODE_COMPILE_CACHE } = process.env; // oxlint-disable-line despacho/environment-in-config-alone
    this.child = spawn(program, rest, {
      env: { NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const note = (chunk: Buffer) => {
      this.output += chunk.toString();
    };
    this.child.stdout?.on('data', note);
    this.child.stderr?.on('data', note);
    this.ended = once(this.child, 'exit') as Promise<[number | null, string | null]>;
  }

  /** @returns its ports once it listens. */
  async listening(): Promise<{ port: number; adminPort: number }> {
    return vi.waitFor(
      () => {
        const line = this.output.split('\n').find((one) => one.includes('"event":"listening"'));
        if (!line) throw new Error(this.output);
        return JSON.parse(line) as { port: number; adminPort: number };
      },
      { timeout: 30_000 },
    );
  }

  /** @returns the log lines of an event. */
  linesOf(event: string): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['event'] === event);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** @returns the response to a login, and its cookies. */
export async function postLogin(port: number, user: LegacyUser): Promise<{ response: Response; cookies: string }> {
  const cookies = cookiesOf(await fetch(`http://127.0.0.1:${port}/api/auth/session`));
  const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1] ?? '');
  const { office: sucursal, username, password } = user;
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: {
      cookie: cookies,
      'x-xsrf-token': token,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ sucursal, username, password }),
  });
  return { response, cookies: cookiesOf(response) };
}
