import { type Page } from '@playwright/test';

/** Scenes without a table of data that needs both directions. */
const SCENES = ['dashboard', 'attention'];

/** @returns the boxes of the Dashboard and «Por atender» that scroll sideways (WCAG 1.4.10); nothing for other scenes. */
export async function reflow(page: Page, { name }: { name: string }): Promise<string[]> {
  if (!SCENES.includes(name)) return [];
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main, main *, dialog, dialog *')]
      .filter(
        (each) =>
          each.checkVisibility() &&
          each.scrollWidth > each.clientWidth + 1 &&
          ['auto', 'scroll'].includes(getComputedStyle(each).overflowX),
      )
      .map(
        (each) =>
          `${each.localName} «${each.innerText.slice(0, 40)}» is ${each.scrollWidth} px wide in ${each.clientWidth} px`,
      ),
  );
}
