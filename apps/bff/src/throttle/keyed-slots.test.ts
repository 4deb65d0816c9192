import { expect, it } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { createKeyedSlots } from './keyed-slots.ts';

it('rejects a request with the reason of its abort, or as one too many', async () => {
  const turns = createKeyedSlots({ running: 1, waiting: 1 });
  await turns.take('ana', new AbortController().signal);
  const ended = async (reason: Error) => {
    const gone = new AbortController();
    const waiting = turns.take('ana', gone.signal);
    await expect(turns.take('ana', new AbortController().signal)).rejects.toMatchObject({
      kind: 'too-many-requests',
      details: { retryAfterSeconds: 1 },
    });
    gone.abort(reason);
    return waiting;
  };
  await expect(ended(new ClientGone())).rejects.toThrow(ClientGone);
  await expect(ended(new Failure('upstream-timeout'))).rejects.toMatchObject({ kind: 'too-many-requests' });
});
