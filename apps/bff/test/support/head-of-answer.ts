import { headerOf, type WireAnswer } from './http-answers.ts';
import { dial } from './wire.ts';

const isEnough = (answer: WireAnswer): boolean =>
  answer.status >= 200 &&
  (answer.complete || headerOf(answer, 'content-type')?.startsWith('text/event-stream') === true);

/**
 * Writes bytes, waits for one response (only the head of an event stream) or for the end of the connection, and
 * disconnects.
 * @returns undefined if the connection was closed without a response.
 */
export async function headOfAnswer(port: number, bytes: Buffer, method: string): Promise<WireAnswer | undefined> {
  const wire = dial(port, [method]);
  const arrived = new Promise<void>((resolve) => {
    wire.socket.on('data', () => {
      if (wire.answers().some(isEnough)) resolve();
    });
  });
  wire.socket.write(bytes);
  await Promise.race([arrived, wire.closed]);
  wire.socket.destroy();
  return wire.answers().find(isEnough);
}

/**
 * Writes bytes and half-closes.
 * @returns every response until the connection was closed.
 */
export async function answersToBytes(port: number, bytes: Buffer): Promise<WireAnswer[]> {
  const wire = dial(port);
  wire.socket.end(bytes);
  return wire.closed;
}
