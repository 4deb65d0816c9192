import { setTimeout as sleep } from 'node:timers/promises';
import { assertionOf } from '../assertions.ts';
import { type Block, EventReader } from '../event-reader.ts';
import { ServiceProcess } from '../service-process.ts';

const OFFICE = 'LIMA';

/** An order change as sent on the stream. */
interface StreamedChange {
  type: string;
  order: { id: string; version: number };
}

/** A service on one folder that is killed and restarted, with a client that reads its stream throughout. */
export class KilledDesk {
  /** Order and version of each change received from the stream, in order. */
  readonly received: string[] = [];
  /** Number of resets received. */
  resets = 0;
  readonly #folder: string;
  readonly #options: ConstructorParameters<typeof ServiceProcess>[2];
  #service: ServiceProcess | undefined;
  #url = '';
  #company = '';
  #cursor = '';
  #leaving = false;
  #listening: Promise<void> = Promise.resolve();

  /** @param options of the service's process. */
  constructor(folder: string, options?: ConstructorParameters<typeof ServiceProcess>[2]) {
    this.#folder = folder;
    this.#options = options;
  }

  async start(): Promise<void> {
    const environment = { DATA_DIR: this.#folder, DEMO: '1', DEMO_CLOCK: '0', DEMO_ORDERS: '20' };
    this.#service = new ServiceProcess(environment, [], this.#options);
    this.#url = await this.#service.listening();
  }

  /** Pid of the current process. */
  get pid(): number | undefined {
    return this.#service?.child.pid;
  }

  /** SIGKILL, without any chance to finish. */
  async kill(): Promise<void> {
    this.#url = '';
    await this.#service?.stop('SIGKILL');
  }

  /** Stops the reader, then the service with SIGTERM. @returns the exit code. */
  async end(): Promise<number | null> {
    this.#leaving = true;
    await this.#listening;
    return (await this.#service?.stop('SIGTERM')) ?? null;
  }

  /** @param body JSON, or a CSV file if it is text. @throws Error for a lost connection or any status but 200. */
  async ask<T>(to: string, body?: object | string, key = ''): Promise<T> {
    const answer = await fetch(`${this.#url}/operations${to}${to.includes('?') ? '&' : '?'}officeId=${OFFICE}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${await this.#assertion()}`,
        'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
        'Idempotency-Key': key,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${to}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Waits until the office exists and opens the stream. Resolves when the stream is open. */
  async enter(): Promise<void> {
    const login = await fetch(`${this.#url}/legacy/base/auth?sucursal=${OFFICE}&user=ana.torres&password=despacho`);
    const { token } = (await login.json()) as { token: string };
    const known = await fetch(`${this.#url}/legacy/base/auth/credentials?token=${token}&sucursal=${OFFICE}`);
    this.#company = ((await known.json()) as { ruc: string }).ruc;
    this.#listening = this.#listen();
    while (this.#cursor === '') await sleep(10);
  }

  /** Address of the office's stream, with an assertion valid for a minute. */
  async stream(): Promise<{ url: string; assertion: string }> {
    return { url: `${this.#url}/operations/events`, assertion: await this.#assertion() };
  }

  #assertion(): Promise<string> {
    const claims = {
      sub: 'LIMA/ana',
      username: 'ana',
      user: 'Ana',
      company: this.#company,
      officeId: OFFICE,
      charge: 'D',
      modules: ['U01'],
    };
    return assertionOf(claims, { from: new Date() });
  }

  /** Resumes after the last event whenever the stream breaks or ends. */
  async #listen(): Promise<void> {
    while (!this.#isLeaving()) {
      const reader = new EventReader();
      const after = this.#cursor === '' ? undefined : this.#cursor;
      const { url, assertion } = await this.stream();
      const opened = await reader
        .open(url, assertion, after)
        .then(() => true)
        .catch(() => false);
      let taken = 0;
      const take = (): void => {
        const received = reader.blocks.slice(taken);
        taken += received.length;
        for (const block of received) this.#onBlock(block);
      };
      if (opened) {
        do {
          take();
          await sleep(10);
        } while (!reader.ended && !this.#isLeaving());
        take();
      }
      reader.close();
      await sleep(10);
    }
  }
  /** A function, because the value changes during awaits. */
  #isLeaving(): boolean {
    return this.#leaving;
  }

  #onBlock({ id, event, data }: Block): void {
    if (id !== undefined) this.#cursor = id;
    if (event === 'reset') this.resets += 1;
    if (event !== undefined || data === undefined) return;
    const { type, order } = JSON.parse(data) as StreamedChange;
    if (type === 'order.changed') this.received.push(`${order.id} v${order.version}`);
  }
}
