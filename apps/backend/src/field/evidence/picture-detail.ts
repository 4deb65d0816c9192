/** Longest side in pixels of the picture whose detail is measured: noise and grain are averaged away. */
export const DETAIL_SIDE = 96;

/** The share of neighbouring pixels that may differ more: a house number on a wall has few edges. */
const SHARPEST = 0.002;
/** A thumb over the lens, a wall, a floor. */
const FLAT = 6;
/** Blurred until nothing can be recognised: no edge is a large part of the contrast. */
const BLURRED = { most: 18, share: 0.11 };

/**
 * @param luminance of each pixel, row by row, in a picture of at most `DETAIL_SIDE` pixels.
 * @param range between its darkest and its brightest pixel.
 * @returns whether it shows nothing: it is flat, or blurred beyond recognition.
 */
export function hasNoDetail(luminance: Uint8Array, width: number, range: number): boolean {
  const differences: number[] = [];
  for (const [at, light] of luminance.entries()) {
    if ((at + 1) % width > 0) differences.push(Math.abs(light - (luminance[at + 1] ?? light)));
    if (at + width < luminance.length) differences.push(Math.abs(light - (luminance[at + width] ?? light)));
  }
  differences.sort((one, other) => other - one);
  const edge = differences[Math.floor(differences.length * SHARPEST)] ?? 0;
  return edge < FLAT || (edge < BLURRED.most && edge < BLURRED.share * range);
}
