import { readTokens } from '../read-tokens.ts';

const TOKENS = {
  land: '--map-land',
  water: '--map-water',
  park: '--map-park',
  campus: '--map-campus',
  houses: '--map-houses',
  road: '--map-road',
  roadEdge: '--map-road-edge',
  highway: '--map-highway',
  highwayEdge: '--map-highway-edge',
  border: '--map-border-line',
  text: '--map-text',
  muted: '--map-text-muted',
  waterText: '--map-text-water',
  font: '--font-sans',
};

/** Colours of the streets, and the font of their names. */
export type StreetColors = Record<keyof typeof TOKENS, string>;

/** @returns the colours of the current theme. */
export const readStreetColors = (element: Element): StreetColors => readTokens(element, TOKENS);
