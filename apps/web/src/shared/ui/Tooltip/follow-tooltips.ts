import { placeTooltip, type Side } from './place-tooltip.ts';

/** Milliseconds until a tooltip shows under a resting pointer; none shortly after another, along a row of buttons. */
const REST_MS = 350;
const AGAIN_MS = 400;
/** Milliseconds in which the pointer may reach the tooltip itself. */
const REACH_MS = 120;

const explainedBy = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/**
 * Shows `popup`, an element with the `popover` attribute, beside whatever the pointer rests on or the keyboard focuses, if
 * that has a `data-tooltip`. Pressing anything hides it; so does Esc, which still reaches the surrounding dialog.
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
    const text = anchor?.dataset['tooltip'];
    // Without popovers, as in Safari 16, there are no tooltips: every control has its name.
    if (text === undefined || !anchor?.isConnected || !('showPopover' in popup)) return;
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
    const next = explainedBy(target);
    if (next !== null && next === target && next.matches(':focus-visible')) enter(next, 0);
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
