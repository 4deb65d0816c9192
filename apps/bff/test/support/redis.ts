import { freePort } from '@despacho/tooling/stack/ports';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A Redis for one test on a free port, without persistence. */
export class TestRedis {
  readonly port: number;
  readonly #password: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, password: string) {
    this.port = port;
    this.#password = password;
  }

  /** @param password required from clients, if not empty. */
  static async start(password = ''): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), password);
    await redis.resume();
    return redis;
  }

  get url(): string {
    const credentials = this.#password === '' ? '' : `:${encodeURIComponent(this.#password)}@`;
    return `redis://${credentials}127.0.0.1:${this.port}`;
  }

  async resume(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    if (this.#password !== '') args.push('--requirepass', this.#password);
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>)
      if (chunk.toString().includes('Ready to accept connections')) break;
    child.stdout.resume();
  }

  /** Keeps listening, but answers nothing. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  unpause(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
