import { expect, type Page } from '@playwright/test';

/** The most Tab stops of a screen or window. Rows of a table are one stop each, with arrow keys between their controls. */
const MAX_TAB_STOPS = 60;

/** For what loads after the first rows, in milliseconds: without rows, it loads after ten seconds. */
const LATER_MS = 15_000;

/** Parameters of an address that choose rows, an order or a look of the same view: they are no part of a title. */
const NARROWING =
  /^(oficina|buscar|todas|estado|marca|no_marca|distrito|orden|sentido|columnas|q|pantalla|volver|periodo|dia|persona|tipo|a-las|por)$/;

/** The title of each view of the run, and the first address that had it. */
const viewOf = new Map<string, string>();

/** @returns the address of a view: without what only narrows it. */
function viewAt(address: string): string {
  const { pathname, searchParams, hash } = new URL(address);
  const params = [...searchParams].filter(([name]) => !NARROWING.test(name)).map(([name, value]) => `${name}=${value}`);
  return `${pathname}?${params.sort().join('&')}${hash.startsWith('#/') ? hash : ''}`;
}

interface Shown {
  title: string;
  /** Heading of the top bar; none on pages without one. */
  heading: string | null;
  /** Of the window in front. */
  window: string | null;
  /** Whether something to be printed is shown, whose title may name the PDF. */
  isPaper: boolean;
  stops: string[];
}

/** Reads the title of a page and what Tab reaches in it: in the window in front, if one is open. */
const read = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const windows = [...document.querySelectorAll('dialog:modal')];
    const front = document.querySelector('[role=menu]') ?? windows.at(-1);
    const controls = (front ?? document.body).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable=true]',
    );
    const groups = new Set<string>();
    const stops = [...controls].filter((control) => {
      const isRadio = control instanceof HTMLInputElement && control.type === 'radio';
      if (
        control.tabIndex < 0 ||
        control.matches(':disabled, [inert] *') ||
        !control.checkVisibility({ visibilityProperty: true })
      )
        return false;
      if (!isRadio) return true;
      const isFirst = !groups.has(control.name);
      groups.add(control.name);
      return isFirst;
    });
    return {
      title: document.title,
      heading: document.querySelector('#page-title')?.textContent ?? null,
      window: windows.at(-1)?.querySelector('h2')?.textContent ?? null,
      isPaper: document.querySelector('[aria-label^="Vista de la"]') !== null,
      stops: stops.map((each) => each.outerHTML.slice(0, 100)),
    };
  });

/** @returns whether a name begins with the initials of the words after them: «RLRosa Llerena». */
function hasInitials(name: string): boolean {
  const [, initials = '', rest = ''] = /^(\p{Lu}{2,3}) ?(\p{Lu}.*)$/u.exec(name) ?? [];
  const firsts = rest.split(' ').map((word) => word.charAt(0));
  return (
    initials !== '' &&
    initials.split('').every((letter, place) => (place === 0 ? firsts[0] === letter : firsts.includes(letter)))
  );
}

/** Names of a link that do not describe its target: a figure, a date, an address of the network. */
const BARE = /^[\d\s.,:/%+()–-]*$|^\S+\.\S+\/\S*$|^\S+@\S+$|^\w+:\/\//;

/**
 * Reads the title, the names of links, images and options, and the number of Tab stops of a page.
 * @returns the faults, empty if there are none. Remembers the titles of the pages it saw.
 */
export async function titles(page: Page): Promise<string[]> {
  // The code that makes a table one stop loads after its rows.
  await expect
    .poll(async () => (await read(page)).stops.length, { timeout: LATER_MS })
    .toBeLessThanOrEqual(MAX_TAB_STOPS)
    .catch(() => undefined);
  const { title, heading, window, isPaper, stops } = await read(page);
  const view = viewAt(page.url());
  const faults: string[] = [];
  const first = viewOf.get(title) ?? view;
  viewOf.set(title, first);
  if (first !== view) faults.push(`«${title}» is the title of ${first} too`);
  const named = title.endsWith(' · Despacho') || !isPaper ? [heading, window] : [];
  for (const part of named)
    if (part !== null && !title.includes(part)) faults.push(`«${title}» does not contain «${part}»`);
  if (stops.length > MAX_TAB_STOPS) faults.push(`${stops.length} Tab stops`);
  const snapshot = await page.locator('body').ariaSnapshot();
  for (const line of snapshot.split('\n')) {
    const [, role = '', name = ''] = /^\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
    if (role === 'link' && BARE.test(name)) faults.push(`a link is named «${name}»`);
    if (role === 'img' && name === '') faults.push('an image has no name');
    if (hasInitials(name)) faults.push(`the ${role} «${name}» begins with initials`);
  }
  return faults;
}
