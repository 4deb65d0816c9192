import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

/** Stops between any two places of a screen, at the most: whoever works by keyboard counts each of them. */
const MAX_STOPS = 60;

/** How the element with the focus looks, told in the page. */
interface Look {
  /** What it is, for a failure to name it. */
  what: string;
  /** On the page and in view. */
  placed: boolean;
  /** With a ring of its own, or that of the box it is drawn in. */
  ringed: boolean;
  isTarget: boolean;
}

/** Runs in the page. */
function lookAtFocus(target: Element | null): Look {
  const element = document.activeElement ?? document.body;
  const name = element.getAttribute('aria-label') ?? element.textContent;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // Of a day or a time the browser marks the part that has the focus: where a page cannot look.
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

/** Sees that what has the focus can be told by eye: on the page, in view, and with a ring. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expectSeen(await page.evaluate(lookAtFocus, null));
}

/**
 * Goes by Tab until `target` has the focus. Every stop on the way has to be one that can be seen.
 * @param key `Shift+Tab` for the way back.
 * @returns what was passed, for who counts the stops.
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

/** Goes by Tab to something, and presses it. */
export async function enter(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Opens the menu whose button has the focus, goes down to one of its lines, and takes it. */
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

/** Hears of everything a mouse, a pen or a finger does on the pages of a context. Keys that press a button are not among it. */
export async function watchPointers(context: BrowserContext): Promise<readonly string[]> {
  const heard: string[] = [];
  await context.exposeFunction('despachoPointer', (what: string) => heard.push(what));
  await context.addInitScript(() => {
    const tell = (globalThis as unknown as { despachoPointer: (what: string) => void }).despachoPointer;
    // A page that comes, or is scrolled, under a pointer that stands still is told of a move as well. One that nobody has put
    // anywhere stands in the corner. Its place tells, and not how far it came: the first move on a page came no way at all.
    let stands = { x: 0, y: 0 };
    for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'wheel', 'touchstart'])
      addEventListener(
        type,
        (event) => {
          const at = event instanceof MouseEvent ? { x: event.screenX, y: event.screenY } : stands;
          const isMove = at.x !== stands.x || at.y !== stands.y;
          stands = at;
          if (isMove || !type.endsWith('move')) tell(type);
        },
        { capture: true, passive: true },
      );
  });
  return heard;
}
