import { DOCUMENTED_HOSTS } from '../support/settings.ts';
import { openScreen } from '../support/navigate.ts';
import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use({ settings: DOCUMENTED_HOSTS });

test('with only the documented hosts, no screen calls an unconfigured service', async ({ page, app }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await signIn(page, 'ana', '/clients');
  for (const path of ['/clients', '/permissions', '/map', '/dashboard', '/assing', '/sesiones']) {
    await openScreen(page, path);
    await settled(page);
  }
  expect([...new Set(asked)].filter((path) => !/^\/api\/(auth|clients|users|config)(\/|$)/.test(path))).toEqual([]);
  expect(app.calls('/operations/')).toEqual([]);
  expect(app.calls('/storage/')).toEqual([]);
});
