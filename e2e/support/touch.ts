import { type Page } from '@playwright/test';

/** Position in px from the top left corner of the viewport. */
export interface Point {
  x: number;
  y: number;
}

/** Drags with a finger in a straight line of `steps` moves; Playwright has no function for it. */
export async function dragByTouch(page: Page, from: Point, to: Point, steps: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= steps; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
    ]);
  await touch('touchEnd', []);
  await devtools.detach();
}
