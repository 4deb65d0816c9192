import { type QueryClient } from '@tanstack/react-query';
import { type KnownAnswers } from '../http/call.ts';

/** A response with the validator it came with. A class, because React Query compares plain objects field by field. */
class Known {
  readonly etag: string;
  readonly value: unknown;

  constructor(etag: string, value: unknown) {
    this.etag = etag;
    this.value = value;
  }
}

const keyOf = (address: string) => ['answers', address] as const;

/**
 * Responses in the query cache, by address, so that a read gets a 304 if nothing has changed. Separate from the
 * queries, whose data live events change. They end with the user's cache, or minutes after the last use.
 */
export const knownAnswers = (client: QueryClient): KnownAnswers => ({
  get: (address) => client.getQueryData<Known>(keyOf(address)),
  set: (address, etag, value) => {
    client.setQueryData(keyOf(address), new Known(etag, value));
  },
});
