import { connect, type Socket } from 'node:net';
import { type Browser } from './browser.ts';
import { parseAnswers, type WireAnswer } from './http-answers.ts';

/** A connection for raw bytes. */
export interface Wire {
  socket: Socket;
  write(text: string): void;
  /** Everything received so far. */
  text(): string;
  answers(): WireAnswer[];
  /** Resolves when this many responses are complete, or the connection is closed. */
  answered(count: number): Promise<WireAnswer[]>;
  /** Resolves with everything received. */
  closed: Promise<WireAnswer[]>;
}

/** @param methods of the requests, if one of them is HEAD. */
export function dial(port: number, methods: readonly string[] = []): Wire {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const answers = () => parseAnswers(Buffer.concat(chunks), methods);
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  const closed = new Promise<WireAnswer[]>((resolve) => {
    socket.on('close', () => {
      wake();
      resolve(answers());
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    wake();
  });
  return {
    socket,
    closed,
    answers,
    write: (text) => socket.write(text, 'latin1'),
    text: () => Buffer.concat(chunks).toString('latin1'),
    answered: (count) =>
      new Promise((resolve) => {
        const look = () => {
          const whole = answers().filter(({ complete, status }) => complete && status >= 200);
          if (whole.length < count && !socket.closed) return;
          waiting.delete(look);
          resolve(answers());
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Writes bytes, waits for one complete response or the end, and disconnects. */
export async function ask(port: number, text: string, method = 'GET'): Promise<WireAnswer | undefined> {
  const wire = dial(port, [method]);
  wire.write(text);
  const [answer] = (await wire.answered(1)).filter(({ status }) => status >= 200);
  wire.socket.destroy();
  return answer;
}

/** @returns a request as text, with the headers of a signed-in browser. */
export function requestBy(browser: Browser, line: string, headers: readonly string[] = [], body = ''): string {
  return [
    line,
    'Host: localhost:3000',
    `Cookie: ${browser.cookieHeader}`,
    'Sec-Fetch-Site: same-origin',
    `X-XSRF-TOKEN: ${browser.csrfToken}`,
    ...headers,
    '',
    body,
  ].join('\r\n');
}

/** @returns the problem type of a response; its status if it is not a problem. */
export function problemOf(answer: WireAnswer | undefined): string | number | undefined {
  if (!answer || answer.status < 400) return answer?.status;
  const { type } = JSON.parse(answer.body.toString()) as { type: string };
  return type.replace('urn:despacho:problem:', '');
}
