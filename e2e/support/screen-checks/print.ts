import { type Page } from '@playwright/test';
import { expect } from '../patient-expect.ts';

/** A4 upright in pixels, with its margins: media queries compare with this width. */
const SHEET = { across: 794, along: 1123 };
/** How much wider than a page, with its margins, content may be before Chromium cuts it: it makes the page smaller. */
const SHRINK = 1.3;
/** As in `shared/state/printing.ts`. */
const MAX_PRINTED = 500;

const DIALOG = 'dialog:modal';
const QUESTION = '.swal2-container';
const PAPER = 'body > [data-paper]';

/** A list on the screen. */
interface List {
  name: string;
  /** Rows of the whole list; of those in the document, if it does not report more. 0 for a list that is not shown. */
  total: number;
}

/** Presses Ctrl+P, and waits until lists that load more rows first have done so. The browser itself prints nothing. */
async function pressPrint(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset['printed'] = 'no';
    window.print = () => (document.body.dataset['printed'] = 'yes');
    // First, because a question keeps keys to itself; decides after all others.
    const decide = (event: KeyboardEvent): void => {
      if (event.key === 'p') setTimeout(() => !event.defaultPrevented && window.print());
    };
    addEventListener('keydown', decide, { capture: true });
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
}

const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;

/**
 * Prints the page, as Ctrl+P does. @returns the faults: rows that are missing or cut, a paper that the screen does not show, pages without content.
 *   Leaves the page on the screen medium, in its size.
 */
export async function printFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  // A scene may show the print medium.
  await page.emulateMedia({ media: null });
  await pressPrint(page);
  const before = await page.evaluate(readLists, { DIALOG, QUESTION, PAPER });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  // Code does not follow the paper: the browser lays it out after the last event.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.emulateMedia({ media: 'print' });
  const isWide = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('page') === 'wide');
  const [across, along] = isWide ? [SHEET.along, SHEET.across] : [SHEET.across, SHEET.along];
  await page.setViewportSize({ width: across, height: along });
  const { faults, height } = await page.evaluate(readPrinted, {
    before,
    DIALOG,
    QUESTION,
    PAPER,
    MAX_PRINTED,
    across: across * SHRINK,
    along,
  });
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  await devTools.send('Emulation.setScriptExecutionDisabled', { value: false });
  await devTools.detach();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const pages = pagesOf(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  const most = Math.ceil((2 * height) / along) + 1;
  return pages > most ? [...faults, `${pages} pages for ${Math.round(height)} px of content`] : faults;
}

/** Runs in the page, on the screen. */
function readLists({ DIALOG, QUESTION, PAPER }: Record<'DIALOG' | 'QUESTION' | 'PAPER', string>): {
  lists: List[];
  headings: string[];
} {
  const front =
    document.querySelector(QUESTION) ??
    document.querySelector(DIALOG) ??
    document.querySelector('#root') ??
    document.body;
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const all = [...front.querySelectorAll('[role="grid"], table, [role="list"], ul, ol')];
  const lists = all.map((list) => {
    if (!isShown(list) || list.closest('[data-unprinted], aside, nav, .leaflet-container') !== null)
      return { name: '', total: 0 };
    const rows = [...list.querySelectorAll(':scope > li, tbody > tr:not([aria-hidden]), [role="row"][aria-rowindex]')];
    const reported = Number(list.getAttribute('aria-rowcount') ?? 0);
    const first = rows.find((row) => isShown(row))?.textContent ?? '';
    return { name: list.getAttribute('aria-label') ?? first.slice(0, 40), total: Math.max(rows.length, reported) };
  });
  const headings = [...document.querySelectorAll('h1, h2')]
    .filter((each) => each.closest(PAPER) === null && isShown(each))
    .map(({ textContent }) => textContent);
  return { lists, headings };
}

interface Asked {
  before: { lists: List[]; headings: string[] };
  DIALOG: string;
  QUESTION: string;
  PAPER: string;
  MAX_PRINTED: number;
  across: number;
  along: number;
}

/** Runs in the page, in the print medium. */
function readPrinted(asked: Asked): { faults: string[]; height: number } {
  const { before, DIALOG, QUESTION, PAPER, MAX_PRINTED, across, along } = asked;
  const faults: string[] = [];
  const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  /** What cuts an element: the edge of the page, or a box around it that scrolls or hides. */
  const cutBy = (element: Element): string | undefined => {
    const box = element.getBoundingClientRect();
    if (box.right > across + 1 || box.left < -1) return 'the edge of the page';
    // Nothing around a modal dialog cuts it.
    for (let each = element.parentElement; each && !each.matches(`body, ${DIALOG}`); each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const around = each.getBoundingClientRect();
      if (box.right > around.right + 1 || box.bottom > around.bottom + 1) return each.className || each.tagName;
    }
    return undefined;
  };
  const papers = [...document.querySelectorAll(PAPER)];
  if (papers.length > 1) faults.push(`${papers.length} papers at once`);
  const shown = new Set(before.headings.map((text) => text.trim()));
  for (const paper of papers)
    for (const { textContent } of paper.querySelectorAll('h1, h2'))
      if (!shown.has(textContent.trim())) faults.push(`a paper that the screen does not show: ${textContent}`);
  const front =
    papers[0] ??
    document.querySelector(QUESTION) ??
    document.querySelector(DIALOG) ??
    document.querySelector('#root') ??
    document.body;
  const lists = front.querySelectorAll('[role="grid"], table, [role="list"], ul, ol');
  if (papers.length === 0)
    for (const [at, { name, total }] of before.lists.entries()) {
      const list = lists[at];
      if (total === 0) continue;
      if (!list || !isShown(list)) {
        faults.push(`${name}: not printed`);
        continue;
      }
      const rows = [
        ...list.querySelectorAll(':scope > li, tbody > tr:not([aria-hidden]), [role="row"][aria-rowindex]'),
      ].filter(isShown);
      const reached = Math.max(rows.length, ...rows.map((row) => Number(row.getAttribute('aria-rowindex') ?? 0)));
      if (reached < Math.min(total, MAX_PRINTED)) faults.push(`${name}: ${reached} of ${total} rows printed`);
      if (total > MAX_PRINTED + 2 && !document.body.innerText.includes('Se imprimen las primeras'))
        faults.push(`${name}: nothing says that ${total - MAX_PRINTED} rows are not printed`);
      for (const row of new Set([rows[0], rows.at(-1)])) {
        const cut = row && cutBy(row);
        if (cut !== undefined) faults.push(`${name}: ${row?.textContent.slice(0, 30) ?? ''} cut by ${cut}`);
      }
      const cells = [...list.querySelectorAll('td, th, [role="gridcell"], [role="columnheader"]')];
      const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && isShown(cell));
      if (cut.length > 0) faults.push(`${name}: ${cut.length} cells cut, such as «${cut[0]?.textContent ?? ''}»`);
    }
  // Where something is printed, from the top: a page without any of it is empty.
  const ends = [...front.querySelectorAll('*')]
    .filter((each) => (each.childElementCount === 0 || each.tagName === 'svg') && isShown(each))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
    .map(({ top, bottom }) => [top + scrollY, bottom + scrollY] as const)
    .toSorted(([one], [other]) => one - other);
  let height = 0;
  for (const [top, bottom] of ends) {
    if (top - height > along) faults.push(`nothing between ${Math.round(height)} and ${Math.round(top)} px`);
    height = Math.max(height, bottom);
  }
  if (ends.length === 0) faults.push('nothing is printed');
  return { faults, height };
}
