import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll } from 'vitest';

interface FakeProcess<Call> {
  origin: () => string;
  /** The calls since the last time, as the server lists them under /calls. */
  calls: () => Promise<Call[]>;
}

/** A server of the tests of a file in a separate process, which reports its port. @param file its path. */
export function useFakeProcess<Call>(file: string): FakeProcess<Call> {
  let origin = '';
  let seen = 0;
  let stop = (): void => undefined;
  beforeAll(async () => {
    const child = fork(file);
    const [port] = (await once(child, 'message')) as [number];
    origin = `http://127.0.0.1:${port}`;
    stop = () => {
      child.kill();
    };
  });
  afterAll(() => {
    stop();
  });
  return {
    origin: () => origin,
    calls: async () => {
      const all = (await (await fetch(`${origin}/calls`)).json()) as Call[];
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh;
    },
  };
}
