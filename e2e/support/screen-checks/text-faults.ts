/**
 * Runs in the page, so it uses nothing from outside.
 * @param isUsual whether the text has its usual size and spacing: `figure`, `beside` and `halved` are about that alone.
 * @returns faults of legibility and use, each once, as a sentence with the text: `cut` text whose whole text is nowhere
 * else, or a cut control; a cut `figure`, which is read in place; text that is cut `beside` enough empty room; a line
 * or control `halved` by the edge of what scrolls; text `outside` of its control; text or a control that `leaves` its
 * card; text `over` text or a control; `controls` or `cards` over each other; a frame with a border whose content
 * `spill`s; a page or window that is `wide`r than what shows it.
 */
export function textFaults(isUsual: boolean): string[] {
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=checkbox]';
  /** Pixels that rounding may take, and the share of a line that holds no ink. */
  const SLACK = 2;
  const LEADING = 0.3;
  /** A list of at most this share of the window shows whole lines: a taller one visibly scrolls. */
  const LOW = 0.5;
  /** Distance in px that columns keep. */
  const GAP = 32;
  /** Drawn by the map, whose names and marks lie over each other. */
  const DRAWN = '.leaflet-map-pane, canvas';

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  /** A line of text, or a control, and the part of it that is shown. */
  interface Piece {
    element: Element;
    kind: 'text' | 'control';
    box: Box;
  }
  const faults = new Set<string>();
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}${typeof element.className === 'string' && element.className ? `.${element.className.split(' ')[0]}` : ''} «${short(element.getAttribute('aria-label') ?? (element.textContent || (element as HTMLInputElement).placeholder || ''))}»`;
  const meet = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
  const width = (box: Box): number => box.right - box.left;
  const height = (box: Box): number => box.bottom - box.top;
  const parents = function* (element: Element): Generator<Element> {
    for (let at = element.parentElement; at; at = at.parentElement) yield at;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest(`[inert], ${DRAWN}`) === null;
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
  const clips = (value: string): boolean => value === 'hidden' || value === 'clip';
  /** @returns whether it is there for screen readers alone. */
  const isHidden = (element: Element): boolean =>
    [element, ...parents(element)].some((each) => {
      const { clipPath } = styleOf(each);
      return clipPath.startsWith('inset(50%') || (each.clientWidth === 1 && each.clientHeight === 1);
    });

  /** Shows the whole text of what ends in an ellipsis, see follow-tooltips.ts. */
  const hasTooltips = document.querySelector('[data-tooltips]') !== null;
  const endsInEllipsis = (element: Element): boolean =>
    styleOf(element).textOverflow === 'ellipsis' || styleOf(element).webkitLineClamp !== 'none';
  /** @returns whether an element, or what it is in, gives the whole text in another way. */
  const isReachable = (element: Element, by: Element | null, text: string): boolean => {
    if (hasTooltips && by && endsInEllipsis(by)) return true;
    const whole = short(text).slice(0, 40);
    for (const each of [element, ...parents(element)]) {
      if (each === document.body) return false;
      const others = [each.getAttribute('title'), each.getAttribute('data-tooltip'), each.getAttribute('aria-label')];
      if (others.some((other) => other !== null && short(other).includes(whole))) return true;
    }
    return false;
  };

  /** @returns the part of a box that its surroundings show; and in which way they cut it where one cannot scroll. */
  const shownPart = (element: Element, box: Box): { part: Box; cut: string | null; by: Element | null } => {
    let part = boxOf(box);
    let cut: string | null = null;
    let by: Element | null = null;
    const free = { x: false, y: false };
    let position = styleOf(element).position;
    for (const each of [element, ...parents(element)]) {
      const style = styleOf(each);
      if (each !== element && position === 'absolute' && style.position === 'static' && style.transform === 'none')
        continue;
      if (each !== element && position === 'fixed') break;
      const { overflowX, overflowY } = each.matches('.ps') ? { overflowX: 'auto', overflowY: 'auto' } : style;
      const outer = each.getBoundingClientRect();
      if (overflowX !== 'visible' && style.display !== 'inline') {
        const limit = { ...part, left: outer.left, right: outer.right };
        if (scrolls(overflowX)) free.x = true;
        else if (!free.x && clips(overflowX) && (box.right > outer.right + SLACK || box.left < outer.left - SLACK)) {
          cut ??= `${Math.round(Math.max(box.right - outer.right, outer.left - box.left))}px of its width`;
          by ??= each;
        }
        part = meet(part, limit);
      }
      if (overflowY !== 'visible' && style.display !== 'inline') {
        const limit = { ...part, top: outer.top, bottom: outer.bottom };
        const slack = SLACK + LEADING * height(box);
        if (scrolls(overflowY)) free.y = true;
        else if (!free.y && clips(overflowY) && (box.bottom > outer.bottom + slack || box.top < outer.top - slack)) {
          cut ??= `${Math.round(Math.max(box.bottom - outer.bottom, outer.top - box.top))}px of its height`;
          by ??= each;
        }
        part = meet(part, limit);
      }
      if (each !== element || style.position !== 'static')
        position = style.position === 'static' ? position : style.position;
      if (style.position === 'fixed') {
        if (!free.x && (box.right > innerWidth + SLACK || box.left < -SLACK)) {
          cut ??= 'what is outside of the window';
          by ??= each;
        }
        break;
      }
    }
    return { part, cut, by };
  };

  const pieces: Piece[] = [];
  /** Every line of text, whole. */
  const lines: { element: Element; box: Box }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = short(node.textContent ?? '');
    if (!element || text === '' || !isShown(element) || isHidden(element)) continue;
    if (element.closest('script, style, noscript, option, [data-loading-bar]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (width(box) < 1) continue;
      lines.push({ element, box });
      const { part, cut, by } = shownPart(element, box);
      if (cut !== null && !isReachable(element, by, node.textContent ?? ''))
        faults.add(`cut: ${nameOf(element)} loses ${cut}${by && by !== element ? ` in ${by.className}` : ''}`);
      if (width(part) > SLACK && height(part) > SLACK) pieces.push({ element, kind: 'text', box: part });
      const control = element.closest('button, a[href], [role=button], [role=tab], select, textarea');
      const frame = control?.getBoundingClientRect();
      if (!control || !frame || cut !== null || styleOf(control).display.startsWith('inline')) continue;
      const slack = LEADING * height(box);
      if (
        box.right > frame.right + SLACK ||
        box.left < frame.left - SLACK ||
        box.bottom > frame.bottom + slack ||
        box.top < frame.top - slack
      )
        if (styleOf(control).display !== 'contents')
          faults.add(`outside: ${nameOf(element)} leaves ${nameOf(control)}`);
    }
  }

  /** @returns what an element moves with: the page, or a part that stays in place or floats over it. */
  const layerOf = (element: Element): Element =>
    [element, ...parents(element)].find((each) => {
      const { position, zIndex } = styleOf(each);
      if (each.matches('dialog, [popover]') || position === 'fixed' || position === 'sticky') return true;
      return position === 'absolute' && zIndex !== 'auto';
    }) ?? document.body;
  const isOpaque = (element: Element): boolean => {
    const { backgroundColor, opacity } = styleOf(element);
    if (opacity !== '1') return false;
    return !/rgba\(.*[, /] ?0?(?:\.\d+)?\)|transparent/.test(backgroundColor) || element.matches('img, video, svg');
  };
  /** @returns whether both are seen at a point. In one layer nothing may cover the other; an opaque layer may. */
  const areBothSeen = (one: Element, other: Element, x: number, y: number): boolean => {
    const stack = document.elementsFromPoint(x, y);
    const [upper, lower] = [stack.indexOf(one), stack.indexOf(other)].sort((a, b) => a - b);
    if (upper === undefined || lower === undefined || upper < 0) return false;
    return (
      layerOf(one) === layerOf(other) || !stack.slice(0, lower).some((each) => isOpaque(each) || each.matches(DRAWN))
    );
  };
  const within = (one: Element, other: Element): boolean => one.contains(other) || other.contains(one);
  const holds = (outer: Box, inner: Box): boolean =>
    inner.left >= outer.left - SLACK &&
    inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK &&
    inner.bottom <= outer.bottom + SLACK;
  /** @returns the fault of two overlapping pieces. */
  const collision = (one: Piece, other: Piece, shared: Box): 'over' | 'controls' | null => {
    const areText = one.kind === 'text' && other.kind === 'text';
    if (areText ? one.element === other.element : within(one.element, other.element)) return null;
    const [x, y] = [(shared.left + shared.right) / 2, (shared.top + shared.bottom) / 2];
    if (one.kind === 'control' && other.kind === 'control') {
      if (layerOf(one.element) !== layerOf(other.element) || holds(one.box, other.box) || holds(other.box, one.box))
        return null;
      return areBothSeen(one.element, other.element, x, y) ? 'controls' : null;
    }
    // A field has icons, and what it shows of its value, over it.
    if ([one, other].some(({ element }) => element.matches('input, select, textarea'))) return null;
    if (height(shared) < LEADING * 1.5 * Math.min(height(one.box), height(other.box))) return null;
    return areBothSeen(one.element, other.element, x, y) ? 'over' : null;
  };

  const front = document.querySelector('dialog:modal') ? 'dialog:modal' : 'html, main';
  for (const element of document.querySelectorAll(front)) {
    // A table may be wider (WCAG 1.4.10).
    if (element.querySelector('table, [role=grid]')) continue;
    const more = element.scrollWidth - element.clientWidth;
    if (more > SLACK) faults.add(`wide: ${element.tagName.toLowerCase()} scrolls ${more}px to the side`);
  }
  for (const element of document.querySelectorAll('section, article, fieldset, li, div, header, footer')) {
    const style = styleOf(element);
    const isFrame =
      style.borderBottomWidth !== '0px' &&
      style.borderTopWidth !== '0px' &&
      style.overflowY === 'visible' &&
      style.position === 'static';
    const spill = element.scrollHeight - element.clientHeight;
    if (isFrame && spill > 8 && element.clientHeight > 0 && isShown(element))
      faults.add(`spill: ${nameOf(element)} is ${spill}px too low for its content`);
  }

  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isShown(element) || isHidden(element) || styleOf(element).opacity === '0') continue;
    const { part, cut, by } = shownPart(element, element.getBoundingClientRect());
    if (cut !== null && !isReachable(element, by, element.textContent))
      faults.add(`cut: ${nameOf(element)} loses ${cut}`);
    pieces.push({ element, kind: 'control', box: part });
  }

  const all = [...document.body.querySelectorAll('*')].filter((each) => isShown(each));
  /** Boxes with a visible edge that are not controls. */
  const frames = all.filter((each) => {
    const style = styleOf(each);
    const sides = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth];
    return sides.every((side) => side !== '0px') && style.position !== 'absolute' && !each.closest(CONTROLS);
  });
  const frameOf = (element: Element): Element | undefined =>
    frames.findLast((each) => each !== element && each.contains(element));
  for (const { element, kind, box } of pieces) {
    const frame = frameOf(element);
    if (!frame || layerOf(frame) !== layerOf(element)) continue;
    const bottom = box.bottom - (kind === 'text' ? LEADING * height(box) : 0);
    if (!holds(frame.getBoundingClientRect(), { ...box, bottom }))
      faults.add(`leaves: ${nameOf(element)} leaves ${nameOf(frame)}`);
  }
  const cards = frames.map((each) => ({ element: each, box: shownPart(each, each.getBoundingClientRect()).part }));
  for (const [at, one] of cards.entries())
    for (const other of cards.slice(at + 1)) {
      const shared = meet(one.box, other.box);
      if (width(shared) <= SLACK || height(shared) <= SLACK) continue;
      if (holds(one.box, other.box) || holds(other.box, one.box) || within(one.element, other.element)) continue;
      if (layerOf(one.element) === layerOf(other.element))
        faults.add(`cards: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }

  for (const scroller of isUsual ? all : []) {
    const style = styleOf(scroller);
    const outer = scroller.getBoundingClientRect();
    // Rows end where a sum that stays below them begins.
    const sums = Array.from(scroller.querySelectorAll('tfoot > tr > *'), (sum) => sum.getBoundingClientRect().top);
    const end = Math.min(outer.bottom, ...sums);
    const isHalved = (box: Box): boolean => {
      const ink = (LEADING / 2) * height(box);
      return box.top + 2 * ink < end && box.bottom - ink > end;
    };
    const isLow = scroller.clientHeight < LOW * innerHeight && scroller.scrollTop === 0;
    if (scrolls(style.overflowY) && scroller.scrollHeight > scroller.clientHeight + SLACK && isLow) {
      const halves = lines.filter(({ element, box }) => scroller.contains(element) && isHalved(box));
      const texts = halves.map(({ element }) => short(element.textContent)).join(' · ');
      // The options of a popup continue where they are cut.
      if (halves.length > 0 && !scroller.closest('[popover], [role=menu], [role=listbox]'))
        faults.add(`halved: «${short(texts)}» by the lower edge of ${nameOf(scroller)}`);
    }
    if (!scrolls(style.overflowX) || scroller.scrollWidth <= scroller.clientWidth + SLACK) continue;
    // A table may be wider (WCAG 1.4.10). A fade at its edge shows that it continues.
    const isSwiped = style.maskImage !== 'none';
    if (isSwiped || scroller.querySelector('table, [role=grid]') || scroller.closest('table, [role=grid]')) continue;
    for (const { element, kind } of pieces) {
      if (kind !== 'control' || !scroller.contains(element)) continue;
      const { left, right } = element.getBoundingClientRect();
      if ([outer.left, outer.right].some((edge) => left < edge - SLACK && right > edge + SLACK))
        faults.add(`halved: ${nameOf(element)} by the side of ${nameOf(scroller)}`);
    }
  }

  /** @returns the one of equal columns that holds an element: it cannot be wider. */
  const columnOf = (element: Element): Element | undefined =>
    [element, ...parents(element)].find((each) => {
      const tracks = each.parentElement ? styleOf(each.parentElement).gridTemplateColumns.split(' ') : [];
      return tracks.length > 2 && new Set(tracks.map((track) => Math.round(parseFloat(track)))).size === 1;
    });
  const isSeen = (element: Element): boolean => {
    const { part } = shownPart(element, element.getBoundingClientRect());
    return width(part) > SLACK && height(part) > SLACK && part.top < innerHeight && part.bottom > 0;
  };
  const isDrawn = (each: Element): boolean => {
    const { backgroundColor, borderRightWidth } = styleOf(each);
    return each.matches('img, svg, canvas') || backgroundColor !== 'rgba(0, 0, 0, 0)' || borderRightWidth !== '0px';
  };
  const cut = all.filter(
    (each) =>
      isUsual &&
      each.scrollWidth > each.clientWidth &&
      styleOf(each).textOverflow === 'ellipsis' &&
      clips(styleOf(each).overflowX) &&
      !each.matches('input') &&
      isSeen(each) &&
      !isHidden(each),
  );
  const obstacles =
    cut.length === 0
      ? []
      : [...pieces.map(({ box }) => box), ...all.filter(isDrawn).map((each) => boxOf(each.getBoundingClientRect()))];
  const nexts = new Map<Element, number>();
  /** @returns where the next thing to the right of an element begins, beside it. */
  const nextTo = (element: Element): number => {
    const known = nexts.get(element);
    if (known !== undefined) return known;
    const box = element.getBoundingClientRect();
    const limits = [columnOf(element), frameOf(element), layerOf(element)].filter((each) => each !== undefined);
    const clipping = [...parents(element)].filter((each) => styleOf(each).overflowX !== 'visible');
    let next = Math.min(innerWidth, ...[...limits, ...clipping].map((each) => each.getBoundingClientRect().right));
    for (const { left, top, bottom } of obstacles)
      if (left < next && left >= box.right - SLACK && top < box.bottom - SLACK && bottom > box.top + SLACK) next = left;
    nexts.set(element, next);
    return next;
  };
  for (const element of cut) {
    const missing = element.scrollWidth - element.clientWidth;
    if (/^(?:S\/\s?)?\d/.test(short(element.textContent)))
      faults.add(`figure: ${nameOf(element)} is cut by ${missing}px`);
    // The width of a column depends on all of its rows.
    const list = element.closest('ul, ol, table, [role=grid], [role=list]') ?? element.parentElement;
    const peers = element.className ? [...(list?.getElementsByClassName(element.className) ?? [])] : [element];
    const room = Math.min(...peers.filter(isSeen).map(nextTo)) - element.getBoundingClientRect().right - GAP;
    if (room >= missing) faults.add(`beside: ${nameOf(element)} is cut by ${missing}px beside ${Math.round(room)}px`);
  }

  // Elements without pointer events are visible too.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const seen = pieces
    .map((piece) => ({ ...piece, box: meet(piece.box, view) }))
    .filter(({ box }) => width(box) > 0 && height(box) > 0)
    .sort((one, other) => one.box.top - other.box.top);
  for (const [at, one] of seen.entries())
    for (const other of seen.slice(at + 1)) {
      if (other.box.top >= one.box.bottom) break;
      const shared = meet(one.box, other.box);
      if (width(shared) <= SLACK || height(shared) <= SLACK) continue;
      const what = collision(one, other, shared);
      if (what) faults.add(`${what}: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return [...faults];
}
