import { SharedContexts } from '../support/shared-contexts.ts';
import { expect, test } from '../support/test.ts';

test('a shared context keeps nothing of a test but its HTTP cache', async ({ browser, app }) => {
  const contexts = new SharedContexts(browser, app.url);
  const take = () => contexts.take('one', () => Promise.resolve());
  const first = await take();
  const left = await first.newPage();
  await left.goto('/auth/login');
  await left.evaluate(async () => {
    document.cookie = 'left=1';
    localStorage.setItem('left', '1');
    await caches.open('left');
    await new Promise((resolve) => {
      indexedDB.open('left').addEventListener('success', resolve);
    });
  });
  const seen: string[] = [];
  first.on('request', (request) => seen.push(request.url()));
  await first.grantPermissions(['geolocation']);
  await first.route('**/auth/login', (route) => route.abort());
  await first.setOffline(true);
  await contexts.giveBack('one', first, false);

  expect(await take()).toBe(first);
  expect(first.pages()).toHaveLength(0);
  expect((await first.cookies()).map(({ name }) => name)).not.toContain('left');
  const page = await first.newPage();
  await page.goto('/auth/login');
  expect(seen).toEqual([]);
  const found = await page.evaluate(async () => ({
    stored: localStorage.getItem('left'),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    isLocated: (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted',
  }));
  expect(found).toEqual({ stored: null, databases: [], caches: [], isLocated: false });

  await test.step('a script of all pages needs a new context', async () => {
    await first.addInitScript('0');
    await contexts.giveBack('one', first, false);
    expect(await take()).not.toBe(first);
  });
  await contexts.close();
});
