import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis } from '@despacho/tooling/load/product';
import { type Killable } from '@despacho/tooling/load/killable';
import { freePort } from '@despacho/tooling/stack/ports';
import { PhoneLine } from './phone-line.ts';
import { type Gateway, startGateway } from './stack.ts';
import { type App } from './test.ts';

/** A gateway that is killed and restarted at one address. Its sessions are in Redis and outlive it. */
export class RestartableGateway {
  readonly url: string;
  readonly #app: App;
  readonly #line: PhoneLine;
  readonly #redis: Killable;
  readonly #settings: NodeJS.ProcessEnv;
  readonly #folder: string;
  #gateway: Gateway | undefined;

  private constructor(app: App, line: PhoneLine, url: string, redis: Killable, redisPort: number, folder: string) {
    this.#app = app;
    this.#line = line;
    this.url = url;
    this.#redis = redis;
    this.#folder = folder;
    this.#settings = { PUBLIC_ORIGIN: url, REDIS_URL: `redis://127.0.0.1:${redisPort}` };
  }

  static async start(app: App): Promise<RestartableGateway> {
    const folder = await mkdtemp(join(tmpdir(), 'despacho-redis-'));
    const redisPort = await freePort();
    const redis = createRedis(redisPort, folder, 'none');
    await redis.start();
    const line = new PhoneLine();
    const started = new RestartableGateway(
      app,
      line,
      `http://localhost:${await line.open()}`,
      redis,
      redisPort,
      folder,
    );
    await started.restart();
    return started;
  }

  /** SIGKILL: streams break off in the middle. */
  async kill(): Promise<void> {
    await this.#gateway?.service.stop(0);
    this.#gateway = undefined;
  }

  /** Starts it again, at the same address. */
  async restart(): Promise<void> {
    const { backend } = this.#app;
    this.#gateway = await startGateway(backend.url, backend.secrets, this.#settings);
    this.#line.leadTo(Number(new URL(this.#gateway.url).port));
  }

  async end(): Promise<void> {
    await this.#line.close();
    await this.#gateway?.service.stop();
    await this.#redis.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
