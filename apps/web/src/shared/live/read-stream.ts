import { requestStream, takeEarlyStream } from '../http/early-reads.ts';
import { createEventParser, type StreamBlock } from './event-parser.ts';

/** Milliseconds without a byte, not even a heartbeat (every 15 s), after which a stream counts as dead. */
const SILENCE_LIMIT = 40_000;

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
  onOpen: () => void;
  onBlock: (block: StreamBlock) => void;
}

/** Aborts after a time without data. */
function watchSilence(): { signal: AbortSignal; received: () => void; stop: () => void } {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(() => silence.abort(new Error('The event stream fell silent')), SILENCE_LIMIT);
  };
  wait();
  return {
    signal: silence.signal,
    received: () => {
      clearTimeout(timer);
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Reads an event stream until the server ends it. `EventSource` cannot distinguish a refusal from an outage, or resume
 * at a position from another tab.
 * @throws StreamRefused if the response is not a stream; any other error if the connection failed.
 */
export async function readStream({ url, lastEventId, signal, onOpen, onBlock }: Reading): Promise<void> {
  const silence = watchSilence();
  try {
    const ended = AbortSignal.any([signal, silence.signal]);
    const early = lastEventId === undefined ? takeEarlyStream(ended) : undefined;
    const response = await (early ?? requestStream(url, lastEventId, ended));
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !response.body || !isStream) {
      await response.body?.cancel();
      throw new StreamRefused(response.status);
    }
    onOpen();
    const parse = createEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.received();
      parse(value).forEach(onBlock);
    }
  } finally {
    silence.stop();
  }
}
