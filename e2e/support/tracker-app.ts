import { type Desk } from './desk.ts';
import { expect } from './test.ts';

/** A place in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Traccar Client or OsmAnd on a courier's telephone: it sends to the ingest port, without the gateway. */
export class TrackerApp {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Scans the address that the office creates for the courier. @param port of the ingest listener. */
  static async connect(desk: Desk, courierId: string, port: number): Promise<TrackerApp> {
    const { address } = await desk.send<{ address: string }>(`couriers/${courierId}/tracker`, undefined);
    return new TrackerApp(`http://127.0.0.1:${port}/`, new URL(address).searchParams.get('id') ?? '');
  }

  /** Sends a fix as OsmAnd does: parameters of a GET, time in seconds, speed in knots. */
  async sendAsOsmand({ lat, lng }: Place): Promise<void> {
    const query = new URLSearchParams({
      id: this.#token,
      lat: lat.toFixed(6),
      lon: lng.toFixed(6),
      timestamp: String(Math.floor(Date.now() / 1000)),
      hdop: '1.2',
      altitude: '150.0',
      speed: '4.5',
    });
    const answer = await fetch(`${this.#url}?${query.toString()}`, { headers: { 'user-agent': 'OsmAnd/5.1' } });
    expect(answer.status, 'a fix of OsmAnd').toBe(200);
  }

  /** Sends a fix as Traccar Client 9 does: nested JSON. */
  async sendAsTraccar({ lat, lng }: Place): Promise<void> {
    const location = {
      timestamp: new Date().toISOString(),
      coords: { latitude: lat, longitude: lng, accuracy: 8, speed: 4.5, heading: -1, altitude: 150 },
      is_moving: true,
      event: 'motionchange',
      battery: { level: 0.64, is_charging: false },
      activity: { type: 'in_vehicle' },
      extras: {},
    };
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ location, device_id: this.#token }),
    });
    expect(answer.status, 'a fix of Traccar Client').toBe(200);
  }
}
