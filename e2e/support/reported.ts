import { randomUUID } from 'node:crypto';
import { type Page } from '@playwright/test';

/**
 * Waits until the browser has reported every request and console message that `page` has made so far: a page may show
 * the effect of a request before the test receives its event. Call it before counting collected events.
 */
export async function reported(page: Page): Promise<void> {
  const mark = `e2e-mark-${randomUUID()}`;
  const asked = page.waitForRequest((request) => request.url().endsWith(mark));
  const logged = page.waitForEvent('console', (message) => message.text() === mark);
  await page.evaluate(async (text) => {
    console.debug(text);
    // Reports come in order. Without a connection it fails, which is reported as well.
    await fetch(`/?${text}`, { method: 'HEAD' }).catch(() => undefined);
  }, mark);
  await Promise.all([asked, logged]);
}
