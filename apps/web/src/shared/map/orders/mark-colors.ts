import { type OrderState } from '@despacho/contracts/dispatch';

/** Colour token of each state, the same as everywhere else. */
export const STATE_TOKENS: Readonly<Record<OrderState, string>> = {
  pendiente: '--warn',
  asignada: '--info',
  en_ruta: '--move',
  entregada: '--good',
  no_entregada: '--alarm',
  en_devolucion: '--muted',
  devuelta: '--muted',
  anulada: '--muted',
};

export interface MarkColors {
  state: Readonly<Record<OrderState, string>>;
  card: string;
  text: string;
  line: string;
  alarm: string;
  accent: string;
  accentGround: string;
  accentText: string;
  font: string;
}

/** @returns the colours of the current theme, for a canvas, which cannot use stylesheets. */
export function readMarkColors(element: Element): MarkColors {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const state = Object.fromEntries(Object.entries(STATE_TOKENS).map(([code, name]) => [code, token(name)]));
  return {
    state: state as Record<OrderState, string>,
    card: token('--card'),
    text: token('--text'),
    line: token('--line-strong'),
    alarm: token('--alarm'),
    accent: token('--accent'),
    accentGround: token('--accent-ground'),
    accentText: token('--accent-text'),
    font: token('--font-sans'),
  };
}
