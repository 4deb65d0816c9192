/** A pattern as text, for a page. */
type Pattern = readonly [source: string, flags: string];

/** An element as people name it. */
export interface Target {
  role: keyof typeof ROLES;
  /** Its accessible name: the whole of it, or a part by an expression. */
  name?: string | RegExp;
  /** A part of its text. */
  text?: string | RegExp;
  within?: Target;
}

/** A target for a page script, without roles and expressions. */
interface TargetInPage {
  css: string;
  name: Pattern | undefined;
  text: Pattern | undefined;
  within: TargetInPage | undefined;
}

/** The elements that the product uses for each role. */
const ROLES = {
  alert: '[role=alert]',
  application: '[role=application]',
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  combobox: 'select, [role=combobox]',
  complementary: 'aside, [role=complementary]',
  dialog: 'dialog[open], [role=dialog]',
  form: 'form',
  grid: '[role=grid]',
  heading: 'h1, h2, h3',
  img: 'img, [role=img]',
  link: 'a[href]',
  listitem: 'li',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  region: 'section, [role=region]',
  row: 'tr, [role=row]',
  textbox: 'input:not([type]), input:is([type=text], [type=password], [type=search], [type=tel]), textarea',
} as const;

const ESCAPED = /[$()*+.?[\\\]^{|}]/g;

function patternOf(text: string | RegExp | undefined, isWhole: boolean): Pattern | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return [text.source, text.flags];
  const source = text.replace(ESCAPED, '\\$&');
  return [isWhole ? `^${source}$` : source, 'u'];
}

/** @returns what `look` takes, of strings only. */
export const wantedOf = ({ role, name, text, within }: Target): TargetInPage => ({
  css: ROLES[role],
  name: patternOf(name, true),
  text: patternOf(text, false),
  within: within && wantedOf(within),
});

/** The visible elements of a target. The point is in the middle of the first one, in CSS pixels. */
export interface FoundElements {
  count: number;
  text: string;
  value: string;
  checked: boolean;
  x: number;
  y: number;
  /** Whether a click on the point reaches the first element. */
  isReached: boolean;
}

/**
 * Runs in a page, where it finds the visible elements of a target.
 * @param isForClick whether the first element is scrolled into view if a click does not reach it.
 */
export function look(wanted: TargetInPage, isForClick: boolean): FoundElements {
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby');
    const named =
      ids === null
        ? element.getAttribute('aria-label')
        : ids.split(' ').map((id) => document.getElementById(id)?.textContent);
    if (named !== null) return plain([named].flat().join(' '));
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    if (labels.length > 0) return plain(labels.map(({ textContent }) => textContent).join(' '));
    return plain(element.getAttribute('alt') ?? (plain(element.textContent) || element.getAttribute('title')));
  };
  const fits = (text: string, pattern: Pattern | undefined): boolean =>
    pattern === undefined || new RegExp(pattern[0], pattern[1]).test(text);
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null;
  const find = ({ css, name, text, within }: TargetInPage): Element[] => {
    const roots: (Document | Element)[] = within ? find(within) : [document];
    return roots
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter((element) => isShown(element) && fits(nameOf(element), name) && fits(plain(element.textContent), text));
  };
  const found = find(wanted);
  const [first] = found;
  if (!first) return { count: 0, text: '', value: '', checked: false, x: 0, y: 0, isReached: false };
  const reach = (): { x: number; y: number; isReached: boolean } => {
    const { left, top, width, height } = first.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const hit = document.elementFromPoint(x, y);
    return { x, y, isReached: hit !== null && (first.contains(hit) || hit.closest('label')?.control === first) };
  };
  // Not again: the middle of an odd height moves by a pixel each time.
  if (isForClick && !reach().isReached)
    first.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const field = first as Partial<HTMLInputElement>;
  return {
    count: found.length,
    text: plain(first.textContent),
    value: field.value ?? '',
    checked: field.checked ?? first.getAttribute('aria-checked') === 'true',
    ...reach(),
  };
}
