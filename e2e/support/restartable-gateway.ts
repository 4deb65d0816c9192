import { PhoneLine } from './phone-line.ts';
import { type Redis, startRedis } from './redis.ts';
import { type Gateway, startGateway } from './stack.ts';
import { type App } from './test.ts';

/** A gateway that is killed and restarted at one address. Its sessions are in Redis and outlive it. */
export class RestartableGateway {
  readonly url: string;
  readonly #app: App;
  readonly #line: PhoneLine;
  readonly #redis: Redis;
  #gateway: Gateway | undefined;

  private constructor(app: App, line: PhoneLine, url: string, redis: Redis) {
    this.#app = app;
    this.#line = line;
    this.url = url;
    this.#redis = redis;
  }

  static async start(app: App): Promise<RestartableGateway> {
    const redis = await startRedis();
    const line = new PhoneLine();
    const started = new RestartableGateway(app, line, `http://localhost:${await line.open()}`, redis);
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
    const settings = { PUBLIC_ORIGIN: this.url, REDIS_URL: this.#redis.url };
    this.#gateway = await startGateway(backend.url, backend.secrets, settings);
    this.#line.leadTo(Number(new URL(this.#gateway.url).port));
  }

  async end(): Promise<void> {
    await this.#line.close();
    await this.#gateway?.service.stop();
    await this.#redis.stop();
  }
}
