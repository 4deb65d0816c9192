import { type EvidenceKind, type PictureMark } from './words.ts';

/** The luminance of a picture's pixels, 0 to 255. */
export interface PictureLight {
  mean: number;
  /** Standard deviation. */
  deviation: number;
  /** Between the darkest and the brightest pixel. */
  range: number;
}

/** A lens that is covered, or a night without a flash: noise around black. */
const DARK = { mean: 14, deviation: 14 };
/** Paper has shadows and a camera has noise; what was drawn nowhere has neither. */
const BLANK_RANGE = 24;
const BRIGHT = 225;

/** @returns what is wrong with a picture that was decoded; null if it shows something. */
export function pictureMarkOf(kind: EvidenceKind, { mean, deviation, range }: PictureLight): PictureMark | null {
  if (kind === 'firma') return range < BLANK_RANGE ? 'firma' : null;
  if (mean < DARK.mean && deviation < DARK.deviation) return 'oscura';
  return mean > BRIGHT && range < BLANK_RANGE ? 'blanca' : null;
}

/** @param pixels red, green, blue and opacity of each pixel; a transparent one is white. */
export function lightOf(pixels: ArrayLike<number>): PictureLight {
  let [sum, squares, darkest, brightest] = [0, 0, 255, 0];
  const count = pixels.length / 4;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 255] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    const light = 255 + ((0.299 * red + 0.587 * green + 0.114 * blue - 255) * opacity) / 255;
    sum += light;
    squares += light * light;
    darkest = Math.min(darkest, light);
    brightest = Math.max(brightest, light);
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)), range: brightest - darkest };
}
