import { type Page } from '@playwright/test';
import { chunkOf } from '../support/chunks.ts';
import { expectSamePage, markPage } from '../support/outages.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

/** Credit that the map shows only together with the outlines. */
const OUTLINES = 'Natural Earth';

/** Blocks a lazily loaded part. A first try may make two requests: a preload and the import. */
async function withhold(
  page: Page,
  source: string,
): Promise<{ triedAgain: () => Promise<void>; release: () => Promise<void> }> {
  // With a number behind it from the second try.
  const address = `**/${chunkOf(source)}*`;
  let refused = 0;
  await page.route(address, async (route) => {
    refused += 1;
    await route.abort();
  });
  return {
    triedAgain: () => expect.poll(() => refused, `${source} is asked for again`).toBeGreaterThan(2),
    release: () => page.unroute(address),
  };
}

test('the map and a client appear without failed parts, and with them after reconnection', async ({
  page,
  context,
  watched,
}) => {
  watched.expectConsole(/ERR_FAILED/);
  watched.expectConsole(/ERR_INTERNET_DISCONNECTED/);
  watched.expectConsole(/Http failure response for \S+\/api\/\S+: 0 Unknown Error/);
  await signIn(page, 'ana', '/sesiones');
  await markPage(page);
  const menu = shell.menu(page);
  const reconnect = async (): Promise<void> => {
    await context.setOffline(true);
    await context.setOffline(false);
  };

  await test.step('the map works without its outlines', async () => {
    const outlines = await withhold(page, 'shared/map/base/VectorBase.tsx');
    await menu.getByRole('link', { name: 'Mapa' }).click();
    await outlines.triedAgain();
    const map = page.getByRole('main').getByRole('application', { name: /^Mapa de la oficina/ });
    await map.getByRole('button', { name: 'Acercar' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(map.getByText(OUTLINES)).toHaveCount(0);
    await outlines.release();
    await reconnect();
    await expect(map.getByText(OUTLINES)).toBeVisible();
  });

  await test.step('a client is shown without its map', async () => {
    const place = await withhold(page, 'features/clients/components/ClientMap.tsx');
    await menu.getByRole('link', { name: 'Clientes' }).click();
    await page.getByRole('table', { name: 'Clientes' }).getByRole('link').first().click();
    await place.triedAgain();
    const map = page.getByRole('application', { name: /^Ubicación de / });
    await expect(page.getByRole('main').getByRole('article')).toBeVisible();
    await expect(map).toHaveCount(0);
    await place.release();
    await reconnect();
    await expect(map).toBeVisible();
  });
  await expectSamePage(page);
});
