import { HEARTBEAT_HEADER } from '@despacho/contracts';
import { takeEarlyStream } from '../http/early-answers.ts';
import { requestStream } from '../http/early-reads.ts';
import { createEventParser, type StreamBlock } from './event-parser.ts';

/** Milliseconds without a byte after which a stream counts as dead that does not announce its heartbeats. */
export const SILENCE_LIMIT = 40_000;

/** The same, in announced intervals: one heartbeat may be lost, and the next be late. */
const SILENT_INTERVALS = 2.5;

function silenceLimit({ headers }: Response): number {
  const seconds = Number(headers.get(HEARTBEAT_HEADER));
  return seconds > 0 ? seconds * 1000 * SILENT_INTERVALS : SILENCE_LIMIT;
}

/** The server answered without opening the stream. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  readonly status: number;

  constructor(status: number) {
    super(`The event stream was refused: ${status}`);
    this.status = status;
  }
}

interface Reading {
  url: string;
  lastEventId: string | undefined;
  signal: AbortSignal;
  /** The silence limit until the stream opens, in milliseconds. */
  limit: number;
  onOpen: () => void;
  /** Called with the stream's silence limit for its headers and for all that arrives, also a heartbeat. */
  onHeard: (limit: number) => void;
  onBlock: (block: StreamBlock) => void;
}

/** Aborts after a time without data. */
function watchSilence(first: number): { signal: AbortSignal; received: (limit: number) => void; stop: () => void } {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wait = (limit: number): void => {
    timer = setTimeout(() => silence.abort(new Error('The event stream fell silent')), limit);
  };
  wait(first);
  return {
    signal: silence.signal,
    received: (limit) => {
      clearTimeout(timer);
      wait(limit);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Reads an event stream until the server ends it. `EventSource` cannot distinguish a refusal from an outage, or resume
 * at a position from another tab.
 * @throws StreamRefused if the response is not a stream; any other error if the connection failed.
 */
export async function readStream({
  url,
  lastEventId,
  signal,
  limit,
  onOpen,
  onHeard,
  onBlock,
}: Reading): Promise<void> {
  const silence = watchSilence(limit);
  try {
    const ended = AbortSignal.any([signal, silence.signal]);
    const response = await (lastEventId === undefined
      ? (takeEarlyStream(ended) ?? requestStream(url, ended))
      : requestStream(url, ended, { 'Last-Event-ID': lastEventId }));
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !response.body || !isStream) {
      await response.body?.cancel();
      throw new StreamRefused(response.status);
    }
    const hear = (): void => {
      silence.received(silenceLimit(response));
      onHeard(silenceLimit(response));
    };
    hear();
    onOpen();
    const parse = createEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      hear();
      parse(value).forEach(onBlock);
    }
  } finally {
    silence.stop();
  }
}
