import { type Page } from '@playwright/test';

/** Stops at each end of a list, a table or a group that are focused; those between are like them. */
const ENDS = 3;

/** Options of a list box that are passed with the arrow key. */
const OPTIONS = 4;

/**
 * Runs in the page. Focuses each Tab stop of what is in front (an open menu, a modal dialog, or the page), which scrolls
 * as Tab does, and tests at 15 points whether it is drawn there. Without `ends`, tests only the focused element, or the
 * option that is current in it.
 * @returns the stops of which less than a third is visible, each with what covers it.
 */
async function hiddenStops(ends: number | null): Promise<string[]> {
  const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
  const front = (selector: string): Element | undefined =>
    [...document.querySelectorAll(selector)].findLast((each) => each.checkVisibility());
  const nameOf = (element: Element | null): string => {
    const text = element?.getAttribute('aria-label') ?? element?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '';
    return `${element?.getAttribute('role') ?? element?.localName ?? 'nothing'} «${text.slice(0, 40)}»`;
  };
  const hidden = (stop: Element): string[] => {
    // A choice is drawn by the label around its hidden input.
    const label = stop.closest('label');
    const { width, height } = stop.getBoundingClientRect();
    const drawn = Math.min(width, height) > 2 ? stop : (label ?? stop.parentElement ?? stop);
    const box = drawn.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const wide = Math.min(box.right, innerWidth) - left;
    const high = Math.min(box.bottom, innerHeight) - top;
    if (wide <= 0 || high <= 0) return [`${nameOf(stop)} is outside of the window`];
    const hits = PARTS.flatMap((x) =>
      [0.15, 0.5, 0.85].map((y) => document.elementFromPoint(left + wide * x, top + high * y)),
    );
    const covers = hits.filter((hit) => !drawn.contains(hit) && !(hit && label?.contains(hit)));
    return covers.length * 3 > hits.length * 2 ? [`${nameOf(stop)} is behind ${nameOf(covers[0] ?? null)}`] : [];
  };

  const focused = document.activeElement;
  if (ends === null) {
    const current = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '') ?? focused;
    return current ? hidden(current) : [];
  }
  const menu = front('[role=menu]');
  const layer =
    menu ?? focused?.closest('dialog:modal') ?? front('dialog:modal, [aria-modal=true]') ?? document.documentElement;
  const isStop = (element: HTMLElement): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) return false;
    if (element.closest('[inert], [data-base-ui-focus-guard]')) return false;
    if (menu) return element.role?.startsWith('menuitem') ?? false;
    // Tab passes the checked one of a group.
    return (
      element.tabIndex >= 0 && (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked)
    );
  };
  const stops = [
    ...layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(isStop);
  const lists = Map.groupBy(stops, (stop) => stop.closest('ul, ol, table, fieldset, [role=grid], [role=group]'));
  const chosen = new Set(
    [...lists].flatMap(([list, all]) => (list ? all.filter((_, at) => at < ends || at >= all.length - ends) : all)),
  );
  const faults: string[] = [];
  for (const stop of stops) {
    if (!chosen.has(stop)) continue;
    // An element that has the focus already is not scrolled to.
    if (!menu) stop.blur();
    stop.focus();
    // A notice above it moves in the next frame.
    if (hidden(stop).length > 0) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    faults.push(...hidden(stop));
  }
  // What has options is focused last, so that the arrow keys move in it.
  const options = layer.querySelector<HTMLElement>('[role=combobox][aria-activedescendant]');
  const last = options ?? focused;
  if (last instanceof HTMLElement) last.focus();
  return faults;
}

/** @returns each stop of the keyboard that is hidden when it has the focus (WCAG 2.4.11), also options of a list box. */
export async function focus(page: Page): Promise<string[]> {
  const faults = await page.evaluate(hiddenStops, ENDS);
  const hasOptions = await page.evaluate(() => document.activeElement?.hasAttribute('aria-activedescendant') ?? false);
  for (let passed = 0; hasOptions && passed < OPTIONS; passed += 1) {
    // First the key: the list was scrolled for the size before.
    await page.keyboard.press('ArrowDown');
    faults.push(...(await page.evaluate(hiddenStops, null)));
  }
  return faults;
}

/** @returns whether the element with the focus is hidden, as `focus` reports it. */
export const lookAtFocus = (page: Page): Promise<string[]> => page.evaluate(hiddenStops, null);

/** Records which elements get the focus. @returns a function that returns their names since its last call. */
export async function recordFocus(page: Page): Promise<() => Promise<string[]>> {
  const names = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) seen.push(`${target.localName} ${target.getAttribute('aria-label') ?? target.id}`);
    });
    return seen;
  });
  return () => names.evaluate((seen) => seen.splice(0));
}
