import { placeTooltip, type Side } from './place-tooltip.ts';

/** Milliseconds until a tooltip shows under a resting pointer; none shortly after another, along a row of buttons. */
const REST_MS = 350;
const AGAIN_MS = 400;
/** Milliseconds in which the pointer may reach the tooltip itself. */
const REACH_MS = 120;

/** How far above the pointer an element with cut text is looked for: marks and names are inside of it. */
const DEPTH = 4;

/** @returns whether the text of an element ends in an ellipsis. */
function isCut(element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth;
  return Number(webkitLineClamp) > 0 && element.scrollHeight > element.clientHeight;
}

const textOf = (element: HTMLElement): string =>
  element.dataset['tooltip'] ??
  [element, ...element.querySelectorAll('*')]
    .filter(isCut)
    .map(({ textContent }) => textContent)
    .join(' · ');

function explainedBy(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const explained = target.closest<HTMLElement>('[data-tooltip], [title]');
  if (explained) return explained.title ? null : explained;
  let at: Element | null = target;
  for (let depth = 0; at instanceof HTMLElement && depth < DEPTH; depth += 1) {
    if (isCut(at)) return at;
    at = at.parentElement;
  }
  return null;
}

/**
 * Shows `popup`, an element with the `popover` attribute, beside whatever the pointer rests on or the keyboard focuses, if
 * that has a `data-tooltip`, or text that ends in an ellipsis, which it shows whole. Pressing anything hides it; so does Esc, which still reaches the surrounding dialog.
 * @returns a function that stops it.
 */
export function followTooltips(popup: HTMLElement): () => void {
  let anchor: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  let hiddenAt = -Infinity;

  const hide = (): void => {
    clearTimeout(timer);
    if (!isShown) return;
    isShown = false;
    hiddenAt = performance.now();
    popup.hidePopover();
  };
  const show = (): void => {
    clearTimeout(timer);
    const text = anchor ? textOf(anchor) : '';
    // Without popovers, as in Safari 16, there are no tooltips: every control has its name.
    if (text === '' || !anchor?.isConnected || !('showPopover' in popup)) return;
    popup.textContent = text;
    if (!isShown) popup.showPopover();
    isShown = true;
    const { left, top } = placeTooltip(
      anchor.getBoundingClientRect(),
      popup.getBoundingClientRect(),
      (anchor.dataset['tooltipSide'] ?? 'bottom') as Side,
      { width: innerWidth, height: innerHeight },
    );
    popup.style.left = `${left}px`;
    popup.style.top = `${top}px`;
  };
  const enter = (next: HTMLElement, rest: number): void => {
    if (next === anchor) return;
    anchor = next;
    clearTimeout(timer);
    if (isShown || performance.now() - hiddenAt < AGAIN_MS) show();
    else timer = setTimeout(show, rest);
  };
  const leave = (reach: number): void => {
    if (anchor === null) return;
    anchor = null;
    clearTimeout(timer);
    timer = setTimeout(hide, reach);
  };

  const end = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(type, listener, { signal: end.signal, capture: true, passive: true });
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    if (target === popup) {
      // Until the pointer leaves the tooltip.
      clearTimeout(timer);
      anchor = popup;
      return;
    }
    const next = explainedBy(target);
    if (next) enter(next, REST_MS);
    else leave(REACH_MS);
  });
  on('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-tooltip], a, button') || target.title) return;
    if (target.matches(':focus-visible') && textOf(target) !== '') enter(target, 0);
  });
  on('focusout', ({ target }) => {
    if (target === anchor) leave(0);
  });
  for (const type of ['pointerdown', 'click', 'scroll'] as const) on(type, hide);
  on('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
  document.documentElement.addEventListener('pointerleave', () => leave(0), { signal: end.signal });
  return () => {
    end.abort();
    hide();
  };
}
