import { expect, it } from 'vitest';
import { MAX_PER_SESSION } from '#operations/open-streams.ts';
import { inMemory } from '../support/in-store.ts';
import { Browser } from '../support/browser.ts';
import { openStream, within } from '../support/event-stream.ts';

inMemory('G6 G7: the streams of a session', {}, ({ gateway }) => {
  it('G7: five tabs may each have a stream; beyond the limit the oldest ends', async () => {
    const browser = new Browser(gateway());
    await browser.signIn(gateway().legacy.users.ana);
    const other = new Browser(gateway());
    await other.signIn(gateway().legacy.users.ana);
    const theirs = await openStream(other);
    const mine = [];
    for (let index = 0; index < MAX_PER_SESSION; index += 1) mine.push(await openStream(browser));
    expect(await within(Promise.race(mine.map(({ ended }) => ended)), 200)).toBe(false);
    expect(gateway().services.streams.size).toBe(MAX_PER_SESSION + 1);

    const next = await openStream(browser);
    expect(next.response.statusCode).toBe(200);
    expect(await within(mine[0]?.ended ?? Promise.resolve(), 15_000)).toBe(true);
    // Ended normally, so that the page reconnects by itself.
    expect(mine[0]?.response.complete).toBe(true);
    expect(await within(Promise.race([...mine.slice(1), next, theirs].map(({ ended }) => ended)), 200)).toBe(false);
    expect(gateway().services.streams.size).toBe(MAX_PER_SESSION + 1);
    expect((await browser.get('/api/storage')).status).toBe(200);
    for (const { response } of [...mine, next, theirs]) response.destroy();
  });
});
