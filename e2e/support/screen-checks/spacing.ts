import { type Page } from '@playwright/test';
import { textFaults } from './text-faults.ts';

/** Text spacing that a reader may set (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`;

/** Font sizes of Chromium's settings, in px. */
const USUAL = { standard: 16, fixed: 13 };
const LARGE = { standard: 32, fixed: 26 };

/** Waits until observers of sizes have answered, and what they changed is laid out. */
const laidOut = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Windows of content that are read below the first. */
const STEPS = 6;

/**
 * Scrolls the largest part of the window in front, or of the page, that can scroll; nothing while a menu is open, which would
 * close.
 * @returns whether anything moved.
 */
function scrollOn(toStart: boolean): boolean {
  const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (document.querySelector('[role=menu], [role=listbox]')) return false;
  const area = (each: Element): number => each.clientHeight * each.clientWidth;
  const scrollers = [document.documentElement, front, ...front.querySelectorAll('*')].filter(
    (each) =>
      each.clientHeight > 100 &&
      each.scrollHeight > each.clientHeight + 2 &&
      (each.matches('html, .ps') || ['auto', 'scroll'].includes(getComputedStyle(each).overflowY)),
  );
  const [largest] = scrollers.sort((one, other) => area(other) - area(one));
  if (!largest) return false;
  const before = largest.scrollTop;
  largest.scrollTop = toStart ? 0 : before + 0.8 * largest.clientHeight;
  return largest.scrollTop !== before;
}

/**
 * @param isUsual false for larger or spaced text.
 * @returns the faults of the page as it is, and of what it shows after scrolling; `textFaults` says which.
 */
export async function asItIs(page: Page, isUsual = true): Promise<string[]> {
  const faults = new Set(await page.evaluate(textFaults, isUsual));
  for (let step = 0; step < STEPS && (await page.evaluate(scrollOn, false)); step += 1) {
    await laidOut(page);
    for (const fault of await page.evaluate(textFaults, isUsual)) faults.add(fault);
  }
  await page.evaluate(scrollOn, true);
  return [...faults];
}

/** @returns the faults of the page with the text spacing of WCAG 1.4.12. */
export async function withTextSpacing(page: Page): Promise<string[]> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, SPACED);
  await laidOut(page);
  const faults = await asItIs(page, false);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  await laidOut(page);
  return faults;
}

/**
 * The font size is set as a person sets it, in the browser: style sheets cannot do the same, because the em of media
 * queries is that of the browser.
 * @returns the faults of the page with text of 200 %.
 */
export async function withLargeText(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const setSizes = async (fontSizes: typeof USUAL): Promise<void> => {
    await browser.send('Page.setFontSizes', { fontSizes });
    // Media queries report a change only when the window changes.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, height: size.height + 1 });
    await page.setViewportSize(size);
    await laidOut(page);
  };
  await setSizes(LARGE);
  const faults = await asItIs(page, false);
  await setSizes(USUAL);
  await browser.detach();
  return faults;
}
