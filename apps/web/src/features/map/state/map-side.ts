import { readStored, writeStored } from '#shared/state/browser-storage.ts';

/** How the list beside the map is laid out. */
export interface MapSide {
  isOpen: boolean;
  /** In pixels, in a window with room beside the map. */
  width: number;
}

/** Limits of the width, and the usual one, in pixels. */
export const SIDE_WIDTH = { min: 280, usual: 328, max: 520 } as const;

export const withinWidth = (width: number): number =>
  Math.round(Math.max(SIDE_WIDTH.min, Math.min(width, SIDE_WIDTH.max)));

/** @returns the next of four widths, the narrowest after the widest: for a button. */
export const nextWidth = (width: number): number =>
  [SIDE_WIDTH.min, SIDE_WIDTH.usual, 424, SIDE_WIDTH.max].find((each) => each > width) ?? SIDE_WIDTH.min;

/** @returns the layout stored in this browser; open and as wide as usual by default. */
export function rememberedMapSide(): MapSide {
  const [state, width] = readStored('despacho.map.side')?.split(' ') ?? [];
  return { isOpen: state !== 'closed', width: withinWidth(Number(width) || SIDE_WIDTH.usual) };
}

export function keepMapSide({ isOpen, width }: MapSide): void {
  writeStored(`${isOpen ? 'open' : 'closed'} ${width}`, 'despacho.map.side');
}
