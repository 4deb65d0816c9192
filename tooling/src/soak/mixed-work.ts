import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../load/client.ts';
import { OrdersAtWork } from '../load/orders-at-work.ts';
import { ANA, ELENA, enter, ROSA, type Person } from '../load/people.ts';
import { createRandom } from '../load/random.ts';

/** Between two requests of a session, to stay below the gateway's limit per minute. */
const PAUSE_MS = 80;
/** Between two sign-ins from one address, for the same reason. */
const SIGN_IN_PAUSE_MS = 800;
/** How long a page stays open before it is reloaded. */
const STREAM_MS = 4000;

/** The requests of the clients. */
export interface Work {
  requests: number;
  orderChanges: number;
  signIns: number;
  streams: number;
  /** The first twenty unexpected responses. */
  faults: string[];
}

const DESK = ['/api/clients', '/api/orders?officeId=LIMA', '/api/orders/counts?officeId=LIMA', '/api/offices'];
const OWN = ['/api/clients', '/api/auth/session', '/api/config'];

/**
 * Clients read, dispatch, sign in and out, and hold event streams until `isOver`. Nothing fails meanwhile, so every
 * response must be the expected one.
 */
export async function workMixed(port: number, isOver: () => boolean, work: Work): Promise<void> {
  const clients: Client[] = [];
  const arrive = async (person: Person): Promise<Client> => {
    const client = new Client(port, `198.51.100.${clients.length + 1}`);
    clients.push(client);
    await enter(client, person);
    return client;
  };
  const judge = (what: string, { status }: { status: number }): void => {
    if (status !== 200 && work.faults.length < 20) work.faults.push(`${what}: ${status || 'no answer'}`);
  };
  const read = async (person: Person, paths: readonly string[]): Promise<void> => {
    const client = await arrive(person);
    for (let turn = 0; !isOver(); turn += 1) {
      const path = paths[turn % paths.length] ?? '';
      judge(path, await client.get(path));
      work.requests += 1;
      await sleep(PAUSE_MS);
    }
  };
  const dispatch = async (): Promise<void> => {
    const client = await arrive(ANA);
    const orders = new OrdersAtWork(createRandom(1));
    while (!isOver()) {
      const refusal = await orders.step(client);
      if (refusal !== undefined) judge('a change of an order', refusal);
      work.orderChanges = orders.acknowledged;
      await sleep(PAUSE_MS);
    }
  };
  const comeAndGo = async (): Promise<void> => {
    const client = await arrive(ROSA);
    while (!isOver()) {
      const out = await client.post('/api/auth/logout');
      if (out.status !== 204) judge('a logout', out);
      await sleep(SIGN_IN_PAUSE_MS);
      await enter(client, ROSA);
      work.signIns += 1;
    }
  };
  const watch = async (): Promise<void> => {
    const client = await arrive(ANA);
    while (!isOver()) {
      const stream = await client.openStream().catch(() => undefined);
      judge('a stream', { status: stream?.statusCode ?? 0 });
      stream?.resume();
      await sleep(STREAM_MS);
      stream?.destroy();
      work.streams += 1;
    }
  };
  try {
    await Promise.all([
      read(ANA, DESK),
      read(ANA, DESK),
      read(ELENA, OWN),
      read(ROSA, OWN),
      dispatch(),
      comeAndGo(),
      watch(),
      watch(),
    ]);
  } finally {
    for (const client of clients) client.close();
  }
}
