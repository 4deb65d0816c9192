import { type Page } from '@playwright/test';
import { chunkOf } from '../support/chunks.ts';
import { expectSamePage, markPage } from '../support/outages.ts';
import { expect, signIn, test } from '../support/test.ts';

/** Written on the map together with the outlines, and never without them. */
const OUTLINES = 'Natural Earth';

/** Lets nothing of a lazily loaded part through. A first try may be two requests: a preload, and the import itself. */
async function withhold(
  page: Page,
  source: string,
): Promise<{ triedAgain: () => Promise<void>; release: () => Promise<void> }> {
  const address = `**/${chunkOf(source)}`;
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

test.beforeEach(({ watched }) => {
  watched.expectConsole(/ERR_FAILED/);
  watched.expectConsole(/ERR_INTERNET_DISCONNECTED/);
  watched.expectConsole(/Http failure response for \S+\/api\/\S+: 0 Unknown Error/);
});

test('a map does without outlines that do not arrive, and has them when the connection is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'luis');
  await markPage(page);
  const outlines = await withhold(page, 'shared/map/base/VectorBase.tsx');
  await page.getByRole('navigation', { name: 'Secciones', exact: true }).getByRole('link', { name: 'Mapa' }).click();
  await outlines.triedAgain();
  const map = page.getByRole('main').getByRole('application', { name: 'Mapa de la oficina' });
  await map.getByRole('button', { name: 'Acercar' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(map.getByText(OUTLINES)).toHaveCount(0);

  await outlines.release();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(map.getByText(OUTLINES)).toBeVisible();
  await expectSamePage(page);
});

test('a client is shown without a map that does not arrive', async ({ page, context }) => {
  await signIn(page, 'ana');
  await markPage(page);
  const place = await withhold(page, 'features/clients/components/ClientMap.tsx');
  await page
    .getByRole('navigation', { name: 'Secciones', exact: true })
    .getByRole('link', { name: 'Clientes' })
    .click();
  await page.getByRole('table', { name: 'Clientes' }).getByRole('link').first().click();
  await place.triedAgain();
  const map = page.getByRole('application', { name: /^Ubicación de / });
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  await expect(map).toHaveCount(0);

  await place.release();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(map).toBeVisible();
  await expectSamePage(page);
});
