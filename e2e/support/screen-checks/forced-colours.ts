import { type Page } from '@playwright/test';

/**
 * Emulates forced colours, in which backgrounds, shadows and most colours are the system's.
 * @returns elements that are current, pressed, selected or checked with the same style as a neighbour that is not; and bars whose
 *   filled part cannot be seen. Leaves the page without forced colours.
 */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Its style sheet loads after the first rows, at the latest after ten seconds; pages before the sign-in need none.
  const isStyled = (): boolean => [...document.styleSheets].some(({ href }) => href?.includes('follow-printing'));
  await page.waitForFunction(isStyled, undefined, { timeout: 11_000 }).catch(() => undefined);
  const faults = await page.evaluate(readFaults);
  await page.emulateMedia({ forcedColors: null });
  return faults;
}

/** Runs in the page. */
function readFaults(): string[] {
  const ON =
    '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"], [aria-checked="true"], :checked';
  const GROUP =
    'nav, tr, tbody, fieldset, [role="group"], [role="radiogroup"], [role="listbox"], [role="grid"], [role="row"], ul, ol, dl, section, form, main';
  const front = document.querySelector('dialog:modal') ?? document.body;
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  /** The visible part of a checkbox or radio button that the browser does not draw: its label. */
  const seen = (element: Element): Element => {
    if (!(element instanceof HTMLInputElement)) return element;
    return element.closest('label') ?? element.labels?.[0] ?? element;
  };
  const PROPERTIES = [
    'color',
    'background-color',
    'border-top-color',
    'border-bottom-color',
    'border-left-color',
    'border-top-width',
    'border-bottom-width',
    'border-left-width',
    'border-bottom-style',
    'font-weight',
    'text-decoration-line',
    'fill',
    'stroke',
  ];
  const styleOf = (element: Element, pseudo?: string): string => {
    const style = getComputedStyle(element, pseudo);
    if (pseudo !== undefined && (style.content === 'none' || style.content === 'normal')) return '';
    const outline = element.matches(':focus-visible')
      ? ''
      : style.outlineStyle + style.outlineColor + style.outlineWidth;
    // A border without a width has an invisible colour.
    const colours = PROPERTIES.map((name) => {
      const side = /^border-(\w+)-color$/.exec(name)?.[1];
      const isDrawn = side === undefined || style.getPropertyValue(`border-${side}-width`) !== '0px';
      return isDrawn ? style.getPropertyValue(name) : '';
    });
    return [outline, pseudo === undefined ? '' : style.content, ...colours].join('|');
  };
  /** Styles of an element and of everything in it, and how many pictures it shows. */
  const looksOf = (root: Element): Set<string> => {
    const parts = [root, ...root.querySelectorAll('*')].filter(isShown);
    const looks = parts.flatMap((part) => {
      const name = part.tagName;
      return [
        `${name} ${styleOf(part)}`,
        `${name}::before ${styleOf(part, '::before')}`,
        `${name}::after ${styleOf(part, '::after')}`,
      ];
    });
    const pictures = parts.filter((part) => part.tagName === 'svg').length;
    return new Set([...looks, `${pictures} pictures`]);
  };
  const faults: string[] = [];
  for (const on of front.querySelectorAll(ON)) {
    if (on.matches('option') || !isShown(seen(on))) continue;
    // The browser draws it, with the system's colours.
    if (on instanceof HTMLInputElement && getComputedStyle(on).appearance !== 'none' && isShown(on)) continue;
    const kind = on.getAttribute('role') ?? on.tagName.toLowerCase();
    const alike = (group: Element): Element[] =>
      [...group.querySelectorAll(on.hasAttribute('role') ? `[role="${kind}"]` : kind)].filter(
        (each) => each !== on && !each.matches(ON) && isShown(seen(each)),
      );
    let group = on.parentElement?.closest(GROUP) ?? null;
    while (group && alike(group).length === 0) group = group.parentElement?.closest(GROUP) ?? null;
    const others = group
      ? alike(group)
          .slice(0, 12)
          .map((each) => looksOf(seen(each)))
      : [];
    if (others.length === 0) continue;
    const mine = looksOf(seen(on));
    const differs =
      [...mine].some((look) => others.every((looks) => !looks.has(look))) ||
      [...(others[0] ?? [])].some((look) => !mine.has(look) && others.every((looks) => looks.has(look)));
    if (!differs)
      faults.push(
        `${kind} «${(on.getAttribute('aria-label') ?? seen(on).textContent).trim().slice(0, 40)}» looks like its neighbours`,
      );
  }
  // A part of a bar: empty, and as long as a share.
  for (const part of front.querySelectorAll<HTMLElement>('[style*="width:"]')) {
    if (!part.style.width.endsWith('%') || part.textContent !== '' || part.ariaHidden === 'true' || !isShown(part))
      continue;
    const around = part.parentElement ?? document.body;
    const { backgroundColor, borderTopWidth } = getComputedStyle(part);
    const isDrawn = borderTopWidth !== '0px' || backgroundColor !== getComputedStyle(around).backgroundColor;
    if (!isDrawn)
      faults.push(
        `bar in «${(around.parentElement?.textContent ?? '').trim().slice(0, 30)}» is not drawn (${part.className})`,
      );
  }
  return [...new Set(faults)];
}
