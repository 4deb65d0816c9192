import { timingSafeEqual } from 'node:crypto';
import { type KeyedHash } from './keyed-hash.ts';

/** Characters of base64url for 256 bits, without the mark. */
const SECRET_LENGTH = 43;

/** Marks on the secrets of guests' links, which show that a gateway made them, even if they are no longer valid. */
export interface GuestMarks {
  /** @returns the secret with its mark, for the address of a link. */
  mark(secret: string): string;
  /** @returns the secret, and whether its mark is valid. Nobody else can make a valid one, so it was not guessed. */
  read(marked: string): { secret: string; isMarked: boolean };
}

/** 64 bits: a mark only takes a refused link out of the throttle. */
const MARK_BYTES = 8;

export function createGuestMarks(hash: KeyedHash): GuestMarks {
  const markOf = (secret: string): Buffer => hash('guest-link', secret).subarray(0, MARK_BYTES);
  return {
    mark: (secret) => secret + markOf(secret).toString('base64url'),
    read(marked) {
      const secret = marked.slice(0, SECRET_LENGTH);
      const mark = Buffer.from(marked.slice(SECRET_LENGTH), 'base64url');
      return { secret, isMarked: mark.length === MARK_BYTES && timingSafeEqual(mark, markOf(secret)) };
    },
  };
}
