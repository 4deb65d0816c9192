import { type Asker, FairTurns } from '@despacho/server/fair-turns';
import { tooManyAtOnce } from './keyed-slots.ts';

/** Bytes of a response from which on reading, checking and writing it blocks this process noticeably. */
const LARGE_BYTES = 128 * 1024;

/** Divides time among large responses, so that one person's do not delay everybody's requests. */
export interface LargeAnswers {
  /** Notes that a company works, so that large responses of others pause. */
  note(company: string): void;
  /**
   * Runs work on a response in its turn. The turn includes what follows without waiting, up to the first bytes sent.
   * @throws the reason of its signal, or Failure too-many-requests if its person has too many waiting.
   */
  run<T>(asker: Asker, bytes: number, work: () => T): Promise<T>;
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

export function createLargeAnswers(): LargeAnswers {
  const turns = new FairTurns({
    count: 1,
    allowance: { person: 0.03, company: 0.05, advanceMs: 4000 },
    busy: tooManyAtOnce,
  });
  return {
    note: (company) => turns.note(company),
    run: async (asker, bytes, work) => {
      if (bytes < LARGE_BYTES) return work();
      const leave = await turns.take(asker).catch((error: unknown) => {
        asker.gone?.throwIfAborted();
        throw error;
      });
      const before = cpuMs();
      setImmediate(() => leave(cpuMs() - before));
      return work();
    },
  };
}
