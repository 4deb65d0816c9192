import { type OrderState } from '@despacho/contracts/dispatch';
import { readTokens } from '../read-tokens.ts';

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

const TOKENS = {
  card: '--card',
  text: '--text',
  alarm: '--alarm',
  accent: '--accent',
  accentGround: '--accent-ground',
  accentText: '--accent-text',
  font: '--font-sans',
};

export interface MarkColors extends Record<keyof typeof TOKENS, string> {
  state: Record<OrderState, string>;
}

/** @returns the colours of the current theme. */
export const readMarkColors = (element: Element): MarkColors => ({
  ...readTokens(element, TOKENS),
  state: readTokens(element, STATE_TOKENS),
});
