import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

/** Largest number of tab stops between two places of a screen: keyboard users pass each of them. */
const MAX_STOPS = 60;

/** Appearance of the focused element, read in the page. */
interface Look {
  /** Description for failure messages. */
  what: string;
  /** Rendered and in view. */
  placed: boolean;
  /** Has a focus ring, or its containing box has one. */
  ringed: boolean;
  isTarget: boolean;
}

/** Runs in the page. */
function lookAtFocus(target: Element | null): Look {
  const element = document.activeElement ?? document.body;
  const name = element.getAttribute('aria-label') ?? element.textContent;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // The browser marks the focused part of a date or time field, which scripts cannot inspect.
  const inParts = element instanceof HTMLInputElement && ['date', 'time'].includes(element.type);
  const ringed = [element, element.parentElement ?? element].some((each) =>
    [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, part);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    }),
  );
  return {
    what: `${element.tagName.toLowerCase()} «${name.trim().slice(0, 60)}»`,
    placed:
      element !== document.body &&
      Math.min(right, innerWidth) > Math.max(left, 0) &&
      Math.min(bottom, innerHeight) > Math.max(top, 0),
    ringed: ringed || inParts,
    isTarget: element === target,
  };
}

function expectSeen({ what, placed, ringed }: Look): void {
  expect({ placed, ringed }, `the focus, on ${what}`).toEqual({ placed: true, ringed: true });
}

/** Expects the focus to be visible: on the page, in view, and with a ring. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expectSeen(await page.evaluate(lookAtFocus, null));
}

/**
 * Presses Tab until `target` has the focus. Every stop on the way must be visible.
 * @param key `Shift+Tab` to go backwards.
 * @returns the stops that were passed.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<readonly string[]> {
  const passed: string[] = [];
  while (passed.length < MAX_STOPS) {
    await page.keyboard.press(key);
    const look = await target.evaluate(lookAtFocus);
    expectSeen(look);
    if (look.isTarget) return passed;
    passed.push(look.what);
  }
  throw new Error(`Not reached by ${key}: ${String(target)}. Passed: ${passed.join(', ')}`);
}

/** Moves by Tab to a control and presses it. */
export async function enter(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Opens the menu of the focused button, moves down to an item, and selects it. */
export async function takeFromMenu(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  const line = page.getByRole('menuitem', { name, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let place = await page.getByRole('menuitem').count(); place > 0; place -= 1) {
    if (await line.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(line).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Records everything a mouse, a pen or a finger does on the pages of a context. Excludes clicks made by keys. */
export async function watchPointers(context: BrowserContext): Promise<readonly string[]> {
  const seen: string[] = [];
  await context.exposeFunction('despachoPointer', (what: string) => seen.push(what));
  await context.addInitScript(() => {
    const report = (globalThis as unknown as { despachoPointer: (what: string) => void }).despachoPointer;
    // A page that loads or scrolls under a resting pointer also receives moves; an unused pointer rests in the corner.
    // So positions are compared, because the first move on a page reports no distance.
    let last = { x: 0, y: 0 };
    for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'wheel', 'touchstart'])
      addEventListener(
        type,
        (event) => {
          const at = event instanceof MouseEvent ? { x: event.screenX, y: event.screenY } : last;
          const isMove = at.x !== last.x || at.y !== last.y;
          last = at;
          if (isMove || !type.endsWith('move')) report(type);
        },
        { capture: true, passive: true },
      );
  });
  return seen;
}
