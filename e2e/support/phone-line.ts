import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** How often a slow line passes bytes on, in milliseconds. */
const TICK_MS = 20;

/**
 * The mobile network between a phone and the gateway: a TCP proxy that can be cut and slowed. The browser's own offline
 * switch does not apply to service workers.
 */
export class PhoneLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = 0;
  #isCut = false;
  /** In bytes per second, each way. */
  #speed = Number.POSITIVE_INFINITY;

  constructor() {
    this.#server = createServer((phone) => {
      this.#carry(phone);
    });
  }

  /** Listens. @returns the port, which the gateway's origin must have. */
  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param port of the gateway. */
  leadTo(port: number): void {
    this.#target = port;
  }

  /** Ends every connection and accepts none. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @param bytesPerSecond each way and connection; unlimited by default. */
  restore(bytesPerSecond = Number.POSITIVE_INFINITY): void {
    this.#isCut = false;
    this.#speed = bytesPerSecond;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #carry(phone: Socket): void {
    if (this.#isCut) {
      phone.destroy();
      return;
    }
    const gateway = new Socket().connect(this.#target, '127.0.0.1');
    for (const [socket, other] of [
      [phone, gateway],
      [gateway, phone],
    ] as const) {
      this.#sockets.add(socket);
      // The test cuts connections on purpose.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(this.#brake()).pipe(other);
    }
  }

  /** Delays each chunk by the time it takes at the present speed. */
  #brake(): Transform {
    return new Transform({
      highWaterMark: 16 * 1024,
      transform: (chunk: Buffer, _encoding, done) => {
        const delay = (chunk.length / this.#speed) * 1000;
        if (delay < TICK_MS / 4) done(null, chunk);
        // waits: a slow line is simulated
        else setTimeout(done, delay, null, chunk);
      },
    });
  }
}
