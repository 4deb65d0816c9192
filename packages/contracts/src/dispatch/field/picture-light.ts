import { type EvidenceKind, type PictureMark } from '../platform/words.ts';

/** The luminance of a picture's pixels, 0 to 255. */
export interface PictureLight {
  mean: number;
  /** Standard deviation. */
  deviation: number;
  /** Between the darkest and the brightest pixel. */
  range: number;
  /** How far the dark pixels reach, as a share of the longer side. */
  extent: number;
}

/** A lens that is covered, or a night without a flash: noise around black. */
const DARK = { mean: 14, deviation: 14 };
/** Photographed paper has shadows and noise; a generated picture has neither. */
const BLANK_RANGE = 24;
const BRIGHT = 225;
/** A single dot is no signature. */
const DOT_EXTENT = 0.05;

/** @returns the fault of a decoded picture; null if it shows something. */
export function pictureMarkOf(
  kind: EvidenceKind,
  { mean, deviation, range, extent }: PictureLight,
): PictureMark | null {
  if (kind === 'firma') return range < BLANK_RANGE || extent < DOT_EXTENT ? 'firma' : null;
  if (mean < DARK.mean && deviation < DARK.deviation) return 'oscura';
  return mean > BRIGHT && range < BLANK_RANGE ? 'blanca' : null;
}

/**
 * @param pixels red, green, blue and opacity of each pixel; a transparent one is white.
 * @param width in pixels.
 */
export function lightOf(pixels: ArrayLike<number>, width: number): PictureLight {
  let [sum, squares, darkest, brightest] = [0, 0, 255, 0];
  const count = pixels.length / 4;
  const lights = new Float64Array(count);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 255] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    const light = 255 + ((0.299 * red + 0.587 * green + 0.114 * blue - 255) * opacity) / 255;
    lights[at / 4] = light;
    sum += light;
    squares += light * light;
    darkest = Math.min(darkest, light);
    brightest = Math.max(brightest, light);
  }
  const mean = sum / count;
  const range = brightest - darkest;
  const extent = extentOf(lights, width, brightest - range / 2);
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)), range, extent };
}

/** @returns the longer side of the box around the pixels darker than a limit, as a share of the picture's. */
function extentOf(lights: Float64Array, width: number, limit: number): number {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (const [at, light] of lights.entries()) {
    if (light >= limit) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return Math.max(0, right - left + 1, bottom - top + 1) / Math.max(1, width, lights.length / width);
}
