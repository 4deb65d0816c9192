import { type ServerResponse } from 'node:http';

/** Bytes of responses in this process: being read from an upstream, or not yet read by their clients. */
export const HELD_LIMITS = {
  /** Four of the largest lists, in all sessions of a user. */
  person: 32 * 1024 * 1024,
  total: 256 * 1024 * 1024,
};

/** One response, from the first upstream byte until its client has read it or disconnected. */
export interface HeldAnswer {
  /** Counts bytes read from an upstream. */
  add(bytes: number): void;
  /** Call it when the whole response has been written: from then on only unsent bytes count. */
  written(): void;
}

export interface HeldAnswers {
  /**
   * Starts counting a response. Above a limit the connection of the largest response is closed: of the user, or of the
   * user with the most bytes.
   */
  hold(person: string, res: ServerResponse): HeldAnswer;
  /** Whether a user holds so much that no more should be requested from an upstream for them. */
  isFull(person: string): boolean;
}

interface Held {
  person: string;
  bytes: number;
  res: ServerResponse;
}

const largerOf = <T extends { bytes: number }>(one: T | undefined, other: T): T =>
  one && one.bytes >= other.bytes ? one : other;

/** @param cutting called for each connection that is closed, with its response and the bytes held. */
export function createHeldAnswers(
  cutting: (res: ServerResponse, bytes: number) => void,
  limits: typeof HELD_LIMITS = HELD_LIMITS,
): HeldAnswers {
  // A list, because a set that changes with each request keeps closed responses in memory (docs/decisions/0036).
  const all: Held[] = [];
  let total = 0;

  function sizeOf(person: string): number {
    let bytes = 0;
    for (const one of all) if (one.person === person) bytes += one.bytes;
    return bytes;
  }

  function largestHolder(): string {
    const people = new Map<string, { person: string; bytes: number }>();
    for (const { person, bytes } of all)
      people.set(person, { person, bytes: (people.get(person)?.bytes ?? 0) + bytes });
    return [...people.values()].reduce(largerOf).person;
  }

  function cutLargestOf(person: string): void {
    let largest: Held | undefined;
    for (const one of all) if (one.person === person) largest = largerOf(largest, one);
    if (!largest) return;
    const { bytes, res } = largest;
    // Its memory is freed when the connection closes, an instant later.
    total -= bytes;
    largest.bytes = 0;
    cutting(res, bytes);
    res.req.socket.destroy();
  }

  return {
    hold(person, res) {
      const one: Held = { person, bytes: 0, res };
      all.push(one);
      const count = (bytes: number): void => {
        // Bytes after the end do not count: the request stops reading.
        if (res.closed || res.req.socket.destroyed) return;
        total += bytes - one.bytes;
        one.bytes = bytes;
        // Usually nobody can be above a limit, so the sums need not be computed.
        if (total <= limits.person) return;
        while (sizeOf(person) > limits.person) cutLargestOf(person);
        while (total > limits.total) cutLargestOf(largestHolder());
      };
      res.once('close', () => {
        total -= one.bytes;
        one.bytes = 0;
        all.splice(all.indexOf(one), 1);
      });
      return {
        add: (bytes) => count(one.bytes + bytes),
        written: () => count(res.writableLength),
      };
    },
    // At half the limit, so that pending responses still fit.
    isFull: (person) => total > limits.person / 2 && sizeOf(person) > limits.person / 2,
  };
}
