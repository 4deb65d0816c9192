import { setTimeout as sleep } from 'node:timers/promises';
import { Client, isOutage, type Reply } from './client.ts';
import { SHORT_LIVED } from '../stack/service.ts';
import { type Databases, type Product, type Persistence, startProduct } from './product.ts';
import { type Killable } from './killable.ts';
import { Ledger } from './ledger.ts';
import { OrdersAtWork } from './orders-at-work.ts';
import { PhotosAtWork } from './photos-at-work.ts';
import { ANA, ELENA, enter, type Person, ROSA } from './people.ts';
import { createRandom, type Random, shuffled } from './random.ts';

interface Options {
  seed: number;
  kills: number;
  persistence: Persistence;
  databases?: Databases;
  /** Longest time in milliseconds before a kill and before the restart after it. */
  longestMs?: number;
  /** Pause in milliseconds between two requests of a person, which leaves CPU to starting processes. */
  thinkMs?: number;
  /** Orders of the demonstration. */
  orders?: number;
}

const newReport = () => ({
  faults: [] as string[],
  kills: {} as Record<string, number>,
  acknowledgedWrites: 0,
  /** Orders assigned or unassigned. */
  orderChanges: 0,
  /** Photos of a courier's phone. */
  photos: 0,
  unansweredWrites: 0,
  signOuts: 0,
  reads: 0,
  refusals: 0,
});

/** Result of a run. `faults` is empty if every guarantee held. */
type Report = ReturnType<typeof newReport>;

/** Increases of the report after which every kind of client has made progress. */
const PROGRESS = { acknowledgedWrites: 2, orderChanges: 2, photos: 1, reads: 2, signOuts: 1, refusals: 2 };

/** Time for the dispatch service and its database to start on a busy machine. */
const STANDSTILL_MS = 90_000;

/** Pause after a failure, so that clients leave the CPU to starting processes. */
const PAUSE_MS = 50;

const MODULES = ['D01', 'D02', 'D03', 'D04', 'M01', 'U01', 'T02', '000'] as const;

/** Saving a list keeps codes of other products, so they are ignored here. */
const known = (list: readonly { module: string }[]): string[] =>
  list.map(({ module }) => module).filter((code) => (MODULES as readonly string[]).includes(code) || code === 'G01');

interface ListedUser {
  id: string;
  modules: string[];
}

function usersIn({ status, body }: Reply): ListedUser[] | undefined {
  if (status !== 200 || !Array.isArray(body)) return undefined;
  const users = body as { id: string | number; permissionsList?: { module: string }[] }[];
  return users.map(({ id, permissionsList = [] }) => ({ id: String(id), modules: known(permissionsList) }));
}

const idsIn = ({ body }: Reply): string =>
  (body as { id: string }[])
    .map(({ id }) => id)
    .sort()
    .join(' ');

/** Clients at work on a product whose processes are killed. */
class Run {
  readonly report = newReport();
  readonly #product: Product;
  readonly #random: Random;
  readonly #ledger = new Ledger();
  readonly #clients: Client[] = [];
  /** Cookies of sessions whose sign-out was acknowledged. */
  readonly #ended: ReadonlyMap<string, string>[] = [];
  readonly #own = new Map<Person, string>();
  readonly #orders: OrdersAtWork;
  readonly photos: PhotosAtWork;
  readonly #thinkMs: number;
  #working = true;

  constructor(product: Product, random: Random, thinkMs: number) {
    this.#product = product;
    this.#thinkMs = thinkMs;
    this.#random = random;
    this.#orders = new OrdersAtWork(random.fork());
    this.photos = new PhotosAtWork(random.fork());
  }

  client(): Client {
    const serial = this.#clients.length;
    const { ports } = this.#product;
    const client = new Client(
      ports[serial % ports.length] ?? 0,
      `198.51.${Math.floor(serial / 250)}.${(serial % 250) + 1}`,
    );
    this.#clients.push(client);
    return client;
  }

  fault(text: string): void {
    if (this.report.faults.length < 20) this.report.faults.push(text);
  }

  /** Repeats work until the run is paused. */
  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#working) {
      await sleep(this.#thinkMs);
      await work();
    }
  }

  /** Handles a response that acknowledges nothing: waits during an outage, signs in again, or reports a fault. */
  async #handle(what: string, reply: Reply, client: Client, person?: Person): Promise<void> {
    if (isOutage(reply)) await sleep(PAUSE_MS);
    else if (person && reply.status === 401) await enter(client, person);
    else this.fault(`${what} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  /** Reads the initial state. @returns ids of users whose permissions may be changed. */
  async look(): Promise<string[]> {
    const ana = this.client();
    await enter(ana, ANA);
    const users = usersIn(await ana.get('/api/users')) ?? [];
    const plain = users.filter(({ modules }) => !modules.includes('G01'));
    for (const { id, modules } of plain) this.#ledger.acknowledged(id, modules);
    for (const person of [ANA, ELENA]) {
      const client = this.client();
      await enter(client, person);
      const clients = await client.get('/api/clients');
      if (clients.status !== 200) throw new Error('The clients cannot be read');
      this.#own.set(person, idsIn(clients));
    }
    return plain.map(({ id }) => id);
  }

  /** Saves permission lists of random users, which no other client changes. */
  write(client: Client, targets: readonly string[]): Promise<void> {
    const random = this.#random.fork();
    return this.#repeat(async () => {
      const target = targets[random.below(targets.length)] ?? '';
      const modules = MODULES.filter(() => random.below(2) === 1);
      const body = { permissionsList: modules.map((module) => ({ module })) };
      const reply = await client.post(`/api/permission/${target}?officeId=LIMA`, body);
      if (reply.status === 200) {
        this.report.acknowledgedWrites += 1;
        this.#ledger.acknowledged(target, modules);
      } else {
        this.report.unansweredWrites += 1;
        this.#ledger.unknown(target, modules);
        await this.#handle('a save', reply, client, ANA);
      }
    });
  }

  /** Assigns and unassigns orders; repeats unanswered requests with the same key. */
  dispatch(client: Client): Promise<void> {
    return this.#repeat(async () => {
      const reply = await this.#orders.step(client);
      this.report.orderChanges = this.#orders.acknowledged;
      if (reply) await this.#handle('a change of an order', reply, client, ANA);
    });
  }

  /** Sends photos from a courier's phone, and continues them after failures. */
  sendPhotos(phone: Client): Promise<void> {
    return this.#repeat(async () => {
      const reply = await this.photos.step(phone);
      this.report.photos = this.photos.acknowledged;
      if (reply?.status === 429) await sleep(PAUSE_MS);
      else if (reply) await this.#handle('a photo', reply, phone);
    });
  }

  /** Reads the person's own clients: every response must contain all of them and no others. */
  read(client: Client, person: Person): Promise<void> {
    return this.#repeat(async () => {
      const reply = await client.get('/api/clients');
      if (reply.status !== 200) await this.#handle(person.username, reply, client, person);
      else if (idsIn(reply) !== this.#own.get(person))
        this.fault(`${person.username} saw other clients than their own`);
      else this.report.reads += 1;
    });
  }

  /** Signs in and out, and keeps the cookies of ended sessions. */
  signInAndOut(client: Client, person: Person): Promise<void> {
    return this.#repeat(async () => {
      await enter(client, person);
      const cookies = new Map(client.cookies);
      const { status } = await client.post('/api/auth/logout');
      if (status !== 204) return;
      this.report.signOuts += 1;
      this.#ended.push(cookies);
    });
  }

  /** Tries without a session, with an invented one, with an ended one and without the module; all must be refused. */
  tryForbidden(rosa: Client, nobody: Client): Promise<void> {
    return this.#repeat(async () => {
      nobody.cookies.clear();
      await this.#refused(nobody, '/api/clients', 'nobody');
      nobody.cookies.set('despacho', 'A'.repeat(43));
      await this.#refused(nobody, '/api/users', 'an invented cookie');
      await this.#refused(rosa, '/api/users/AREQUIPA', 'somebody without the module');
      const ended = this.#ended[this.#random.below(Math.max(1, this.#ended.length))];
      if (ended) await this.#refusedWith(ended);
    });
  }

  async #refusedWith(cookies: ReadonlyMap<string, string>): Promise<void> {
    const client = new Client(this.#product.ports[0] ?? 0, '203.0.113.9');
    client.cookies = new Map(cookies);
    await this.#refused(client, '/api/clients', 'a session that was signed out');
    client.close();
  }

  async #refused(client: Client, path: string, who: string): Promise<void> {
    const { status } = await client.get(path);
    if (status === 0) return;
    if (status < 400) this.fault(`${who} was answered ${status} at ${path}`);
    else this.report.refusals += 1;
  }

  /** Resolves once every kind of client has made progress since the call. @throws Error without progress. */
  async waitForProgress(): Promise<void> {
    const before = { ...this.report };
    const kinds = Object.keys(PROGRESS) as (keyof typeof PROGRESS)[];
    const deadline = Date.now() + STANDSTILL_MS;
    while (kinds.some((kind) => this.report[kind] < before[kind] + PROGRESS[kind])) {
      if (Date.now() > deadline) throw new Error(`Nothing goes on: ${JSON.stringify(this.report)}`);
      await sleep(10);
    }
  }

  pause(): void {
    this.#working = false;
  }

  resume(): void {
    this.#working = true;
  }

  /** While no client works: checks that every acknowledged write exists and every ended session is refused. */
  async check(client: Client): Promise<void> {
    const users = usersIn(await client.get('/api/users'));
    if (!users) this.fault('the users cannot be read although everything runs');
    for (const { id, modules } of users ?? []) {
      if (modules.includes('G01')) continue;
      const fault = this.#ledger.found(id, modules);
      if (fault !== undefined) this.fault(fault);
    }
    for (const fault of await this.#orders.check(client)) this.fault(fault);
    for (const fault of await this.photos.check(client)) this.fault(fault);
    for (const cookies of this.#ended.slice(-20)) await this.#refusedWith(cookies);
  }

  /** Whether an earlier sign-in is still valid. */
  async isSignedIn(client: Client): Promise<boolean> {
    return (await client.get('/api/clients')).status === 200;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

const nameOf = (group: readonly Killable[]): string => group.map(({ name }) => name).join(' and ');

/** Kills one part after another while clients work, and compares the state with the acknowledged writes. */
export async function runKills(options: Options): Promise<Report> {
  const { seed, kills, persistence, databases, longestMs = 600, thinkMs = 20, orders } = options;
  const random = createRandom(seed);
  const product = await startProduct(persistence, databases, SHORT_LIVED, orders);
  const run = new Run(product, random.fork(), thinkMs);
  try {
    const targets = await run.look();
    if (targets.length < 4) throw new Error('The demonstration has too few users to write to');
    const half = Math.floor(targets.length / 2);
    const as = async (person: Person): Promise<Client> => {
      const client = run.client();
      await enter(client, person);
      return client;
    };
    // The same sessions for the whole run, because the number of sessions per person is limited.
    const [steady, first, second, reader] = [await as(ANA), await as(ANA), await as(ANA), await as(ANA)];
    const dispatcher = await as(ANA);
    const [stranger, trespasser] = [await as(ELENA), await as(ROSA)];
    const [passer, nobody, phone] = [run.client(), run.client(), run.client()];
    await run.photos.connect(steady, phone);
    // All processes of one kind are killed together, so that no other instance can help.
    const kinds = [product.redis, product.backends, product.gateways, product.postgres ?? []].map((kind) =>
      [kind].flat(),
    );
    const victims: Killable[][] = [];
    const others = (group: readonly Killable[]) => kinds.flat().filter((one) => !group.includes(one));
    for (let round = 0; round < kills; round += 1) {
      run.resume();
      const everyone = Promise.all([
        run.write(first, targets.slice(0, half)),
        run.write(second, targets.slice(half)),
        run.dispatch(dispatcher),
        run.sendPhotos(phone),
        run.read(reader, ANA),
        run.read(stranger, ELENA),
        run.signInAndOut(passer, ROSA),
        run.tryForbidden(trespasser, nobody),
      ]);
      if (victims.length === 0)
        victims.push(
          ...shuffled(
            random,
            kinds.filter(({ length }) => length > 0),
          ),
        );
      const group = victims.pop() ?? [];
      const killAndRestart = async () => {
        await run.waitForProgress();
        await sleep(random.below(longestMs));
        const pids = others(group).map(({ pid }) => pid);
        await Promise.all(group.map((victim) => victim.kill()));
        await sleep(random.below(longestMs));
        await Promise.all(group.map((victim) => victim.start()));
        await run.waitForProgress();
        if (others(group).some((other, at) => !other.isRunning || other.pid !== pids[at]))
          run.fault(`the loss of ${nameOf(group)} ended another process`);
      };
      // The run ends when any client fails.
      await Promise.race([killAndRestart(), everyone]);
      run.pause();
      await everyone;
      for (const { name } of group) run.report.kills[name] = (run.report.kills[name] ?? 0) + 1;
      const forgets = group.includes(product.redis) && persistence === 'none';
      const isIn = await run.isSignedIn(steady);
      if (forgets && isIn) run.fault('a session outlived a Redis that forgets');
      if (!forgets && !isIn) run.fault(`${nameOf(group)} was killed, and somebody was signed out`);
      if (!isIn) await enter(steady, ANA);
      await run.check(steady);
    }
    return run.report;
  } finally {
    run.pause();
    run.close();
    await product.close();
  }
}
