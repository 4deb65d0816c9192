import { type Locator, type Page } from '@playwright/test';

/** Counts the accessibility roles inside a part of a table, as the browser exposes them to screen readers. */
export async function rolesWithin(page: Page, part: Locator): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await part.evaluate((element) => {
    Object.assign(globalThis, { despachoPart: element });
  });
  const { result } = await session.send('Runtime.evaluate', { expression: 'despachoPart' });
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId ?? '' });
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  return Object.fromEntries(
    ['table', 'row', 'columnheader', 'cell'].map((role) => [role, roles.filter((each) => each === role).length]),
  );
}
