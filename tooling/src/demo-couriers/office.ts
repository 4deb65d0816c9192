import { type Courier, type CourierLink, type CourierPhone } from '@despacho/contracts/dispatch';
import { Client, type Reply } from '../load/client.ts';
import { type KeptPhone } from './phone-file.ts';

/** An answer other than 200. */
export class OfficeRefusal extends Error {
  override name = 'OfficeRefusal';
  /** 0 without an answer. */
  readonly status: number;

  constructor(status: number) {
    super(`The office was answered ${status}`);
    this.status = status;
  }
}

async function done<T>(outcome: Promise<Reply>): Promise<T> {
  const reply = await outcome;
  if (reply.status !== 200) throw new OfficeRefusal(reply.status);
  return reply.body as T;
}

/** Connects phones with the operations of «Conectar su teléfono». All its functions throw OfficeRefusal. */
export class Office {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Runs `work` signed in as the person of the demonstration who sees every office. */
  static async signedIn<T>(port: number, work: (office: Office) => Promise<T>): Promise<T> {
    const client = new Client(port, '127.0.0.1');
    try {
      await done(client.signIn('LIMA', 'ana.torres', 'despacho'));
      return await work(new Office(client));
    } finally {
      await client.post('/api/auth/logout');
      client.close();
    }
  }

  /** @returns the active couriers of all offices, none of them connected yet. */
  async listCouriers(): Promise<KeptPhone[]> {
    const listed: KeptPhone[] = [];
    for (const { id: officeId } of await done<{ id: string }[]>(this.#client.get('/api/offices'))) {
      const couriers = await done<Courier[]>(this.#client.get(`/api/couriers?officeId=${officeId}`));
      for (const { id: courierId, state } of couriers)
        if (state === 'activo') listed.push({ courierId, officeId, cookies: [], endsAt: 0, usedAt: 0, isLeft: false });
    }
    return listed;
  }

  /** @returns a link for a courier; undefined if somebody has connected a phone. */
  async linkFor({ courierId, officeId }: Pick<KeptPhone, 'courierId' | 'officeId'>): Promise<CourierLink | undefined> {
    const path = (what: string) => `/api/couriers/${courierId}/${what}?officeId=${officeId}`;
    const { device } = await done<CourierPhone>(this.#client.get(path('device')));
    return device ? undefined : done<CourierLink>(this.#client.post(path('link')));
  }
}
