import { get, type IncomingMessage } from 'node:http';
import { type Browser } from './browser.ts';

export interface OpenStream {
  response: IncomingMessage;
  text: () => string;
  /** Resolves when the stream or the connection ends. */
  ended: Promise<unknown>;
}

/** Opens the live stream as a page does, and keeps it open. */
export async function openStream(browser: Browser, headers: Record<string, string> = {}): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      { port: browser.gateway.port, path: '/api/events', headers: { cookie: browser.cookieHeader, ...headers } },
      resolve,
    ).on('error', reject);
  });
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  response.on('error', () => undefined);
  return { response, text: () => text, ended: new Promise((resolve) => response.on('close', resolve)) };
}

/** @returns whether the work finished in time. */
export const within = <T>(work: Promise<T>, milliseconds: number): Promise<boolean> =>
  // waits: a deadline, which ends when the work does
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false))]);
