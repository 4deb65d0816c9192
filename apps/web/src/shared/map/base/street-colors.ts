import { type StreetColors } from './street-tiles.ts';

const TOKENS: Readonly<Record<Exclude<keyof StreetColors, 'font'>, string>> = {
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
};

/** @returns the colours of the current theme, for a canvas. */
export function readStreetColors(element: Element): StreetColors {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const colors = Object.fromEntries(Object.entries(TOKENS).map(([name, value]) => [name, token(value)]));
  return { ...(colors as Record<keyof typeof TOKENS, string>), font: token('--font-sans') };
}
