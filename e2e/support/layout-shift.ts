import { type Page } from '@playwright/test';

interface Shifts {
  /** Sum of all layout shifts that no input caused. */
  sum: number;
  /** What moved, with its positions before and after, for the reader of a failure. */
  moved: string[];
}

/** Records the layout shifts of each document that a page opens from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(globalThis, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        const sources = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const label = element
            ? `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent.slice(0, 40)}`
            : '(removed)';
          return `${label} [${place(previousRect)}] → [${place(currentRect)}]`;
        });
        shifts.moved.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${sources.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** @returns the layout shifts of the document that the page shows. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts);
