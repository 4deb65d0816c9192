import { watchNetwork } from '../support/network.ts';
import { rows } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

test.use({ coldCache: true });

/** Latency of the line in milliseconds: the code takes longer than the first reads, and than the tolerance of a late stream. */
const LATENCY = 400;

test('a slow cold opening of the desk reads each list and count once', async ({ page, context }) => {
  await openSession(page, 'ana');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const requests = await watchNetwork(devtools);
  // No other test changes its orders, which would be read a second time after a change.
  await page.goto('/assing?oficina=TRUJILLO');
  await expect(rows(page).first()).toBeVisible();
  // waits: a repeated read would be sent a second after the rows.
  await page.waitForTimeout(2000);
  // Changes that others make meanwhile are read by the ids of their orders.
  const read = [...requests.values()].map(({ url }) => url).filter((url) => url.startsWith('/api/orders'));
  const lists = read.filter((url) => !url.includes('ids='));
  expect(lists.length).toBeGreaterThan(3);
  expect(lists).toEqual([...new Set(lists)]);
});
