import { createHash, randomUUID } from 'node:crypto';
import { type FieldRoute } from '@despacho/contracts/dispatch';
import { Client } from '@despacho/tooling/load/client';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { type Link } from './street.ts';
import { expect } from './test.ts';
import { type Place } from './tracker-app.ts';

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/**
 * The calls of a courier's phone, without a page: for specs of what the office sees. The page and its sender are tested
 * by `courier-*.spec.ts`.
 */
export class CourierCalls {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Exchanges a link of the office. @param url of the gateway. */
  static async connect(url: string, { fragment, code }: Link): Promise<CourierCalls> {
    const calls = new CourierCalls(new Client(Number(new URL(url).port), '127.0.0.1'));
    // Sets the cookies without which nothing can be sent.
    await calls.#client.get('/api/field/session');
    await calls.#post('connect', { secret: fragment, code });
    return calls;
  }

  /** «Salí a ruta». */
  async start(secondsAgo = 0): Promise<void> {
    await this.#post('start', { id: randomUUID(), at: ago(secondsAgo) });
  }

  /** @param speed in meters a second. */
  async sendPlace(place: Place, { secondsAgo = 0, speed = 0 } = {}): Promise<void> {
    await this.#post('positions', { fixes: [{ at: ago(secondsAgo), ...place, accuracy: 8, speed }] });
  }

  /** Delivers the first stop to its recipient, with a photo, and with the whole amount in cash. */
  async deliver(): Promise<void> {
    const { body } = await this.#client.get('/api/field/route');
    const [stop] = (body as FieldRoute).stops;
    if (!stop) throw new Error('The courier has no stop');
    const [visit, photo, at] = [randomUUID(), randomUUID(), ago(0)];
    const file = blackPng(640, 480, { text: photo });
    await this.#post('visits', {
      id: visit,
      order: stop.id,
      attempt: stop.attempt,
      version: stop.version,
      to: 'entregada',
      receiver: { name: stop.recipient.name, relation: 'titular' },
      ...(stop.collectDue !== null && { payments: [{ means: 'efectivo', amount: stop.collectDue }] }),
      at,
      photos: [{ id: photo, kind: 'entrega' }],
    });
    const sha256 = createHash('sha256').update(file).digest('hex');
    await this.#post('photos', { id: photo, visit, kind: 'entrega', bytes: file.length, sha256, takenAt: at });
    await this.#post(`photos/${photo}/parts?offset=0`, file);
  }

  end(): void {
    this.#client.close();
  }

  async #post(path: string, body: object): Promise<void> {
    const answer = await this.#client.post(`/api/field/${path}`, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
  }
}
