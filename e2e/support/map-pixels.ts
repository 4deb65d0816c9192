import { type Locator } from '@playwright/test';

/** The pixels of a map's couriers' canvas. */
export interface Painted {
  /** Pixels that are not transparent. */
  pixels: number;
  /** Their middle, in CSS pixels from the map's upper left corner. */
  x: number;
  y: number;
}

/** Reads the couriers' canvas of a map, the last one over its tiles. */
export const paintedCouriers = (map: Locator): Promise<Painted> =>
  map.evaluate((element) => {
    const canvas = [...element.querySelectorAll<HTMLCanvasElement>('.leaflet-overlay-pane canvas')].at(-1);
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0) return { pixels: 0, x: 0, y: 0 };
    const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [pixels, x, y] = [0, 0, 0];
    for (let index = 0; index < data.length / 4; index += 1) {
      if (data[4 * index + 3] === 0) continue;
      pixels += 1;
      x += index % width;
      y += Math.floor(index / width);
    }
    const [from, of] = [canvas.getBoundingClientRect(), element.getBoundingClientRect()];
    const scale = from.width / canvas.width;
    return {
      pixels,
      x: pixels && (x / pixels) * scale + from.left - of.left,
      y: pixels && (y / pixels) * scale + from.top - of.top,
    };
  });
