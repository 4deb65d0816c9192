import { type Locator, type Page } from '@playwright/test';

/** How often the browser itself tells who cannot see the page of the parts of a table, however they are drawn. */
export async function rolesWithin(page: Page, part: Locator): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await part.evaluate((element) => {
    Object.assign(globalThis, { despachoPart: element });
  });
  const { result } = await session.send('Runtime.evaluate', { expression: 'despachoPart' });
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId ?? '' });
  const told = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  return Object.fromEntries(
    ['table', 'row', 'columnheader', 'cell'].map((role) => [role, told.filter((each) => each === role).length]),
  );
}
