import { type ServerResponse } from 'node:http';

/** Bytes of answers that may wait in this process for their clients to read them. */
export const UNREAD_LIMITS = {
  /** Four of the largest lists. */
  session: 32 * 1024 * 1024,
  total: 256 * 1024 * 1024,
};

interface Unread {
  key: string;
  bytes: number;
  res: ServerResponse;
}

export interface UnreadAnswers {
  /**
   * To be called when all of an answer has been written. What the system did not take of it waits here, and counts until
   * it has left. Beyond the limits the connection that has waited longest is cut: of the session, or of all.
   * @param key of the session.
   */
  watch(key: string, res: ServerResponse): void;
  /** Whether a session has so much unread that nothing more should be asked of an upstream for it. */
  isFull(key: string): boolean;
}

/** @param cutting called for each connection that is cut, with the session's key and the bytes that waited. */
export function createUnreadAnswers(
  cutting: (key: string, bytes: number) => void,
  limits: typeof UNREAD_LIMITS = UNREAD_LIMITS,
): UnreadAnswers {
  /** In the order in which they began to wait. */
  const waiting = new Set<Unread>();

  const sizeOf = (list: readonly Unread[]): number => list.reduce((sum, { bytes }) => sum + bytes, 0);
  const ofSession = (key: string): Unread[] => [...waiting].filter((one) => one.key === key);

  function cutBeyond(limit: number, counted: readonly Unread[]): void {
    let excess = sizeOf(counted) - limit;
    for (const one of counted) {
      if (excess <= 0) return;
      excess -= one.bytes;
      waiting.delete(one);
      cutting(one.key, one.bytes);
      one.res.req.socket.destroy();
    }
  }

  return {
    watch(key, res) {
      const bytes = res.writableLength;
      if (bytes === 0) return;
      const one = { key, bytes, res };
      waiting.add(one);
      res.once('close', () => waiting.delete(one));
      cutBeyond(limits.session, ofSession(key));
      cutBeyond(limits.total, [...waiting]);
    },
    // Half, so that what is under way finds room.
    isFull: (key) => waiting.size > 0 && sizeOf(ofSession(key)) > limits.session / 2,
  };
}
