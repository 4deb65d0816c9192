import { type OrderState } from '@despacho/contracts/dispatch';

export type MarkShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross';

/** Each state has its own shape, so that it does not depend on colour. */
export const STATE_SHAPES: Readonly<Record<OrderState, MarkShape>> = {
  pendiente: 'circle',
  asignada: 'square',
  en_ruta: 'triangle',
  entregada: 'diamond',
  no_entregada: 'cross',
  en_devolucion: 'diamond',
  devuelta: 'diamond',
  anulada: 'cross',
};

const OUTLINES: Readonly<Record<Exclude<MarkShape, 'circle'>, readonly (readonly [number, number])[]>> = {
  square: [
    [-0.86, -0.86],
    [0.86, -0.86],
    [0.86, 0.86],
    [-0.86, 0.86],
  ],
  triangle: [
    [0, -1.15],
    [1.1, 0.85],
    [-1.1, 0.85],
  ],
  diamond: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
  cross: [
    [-1.1, -0.5],
    [-0.5, -1.1],
    [0, -0.6],
    [0.5, -1.1],
    [1.1, -0.5],
    [0.6, 0],
    [1.1, 0.5],
    [0.5, 1.1],
    [0, 0.6],
    [-0.5, 1.1],
    [-1.1, 0.5],
    [-0.6, 0],
  ],
};

/** @returns the outline as an SVG path around its centre, for the map and its legend. */
export function shapePath(shape: MarkShape, radius: number): string {
  if (shape === 'circle')
    return `M${-radius},0a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0Z`;
  return `M${OUTLINES[shape].map(([x, y]) => `${x * radius},${y * radius}`).join('L')}Z`;
}
