/** Width and height in pixels of the picture that a hash is made of: one difference for each bit. */
export const HASHED = { width: 9, height: 8 } as const;

/** Nearly the same pictures differ in at most so many of the 64 bits. */
export const ALIKE_BITS = 6;

/** Below this contrast (standard deviation of the luminance) the differences are noise. */
const FLAT = 6;
/** With fewer steps up, or fewer down, a picture has no structure that distinguishes it from another. */
const MIN_STEPS = 6;

/** @returns the number of ones in a hash. */
function countOnes(bits: bigint): number {
  let count = 0;
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

const bitsOf = (hash: string): bigint => BigInt(`0x${hash}`);

/**
 * The difference hash of a picture: whether each pixel is brighter than the one to its right. It survives another size,
 * another encoding, and other brightness or contrast.
 * @param luminance of 9 by 8 pixels, row by row.
 * @param deviation standard deviation of the whole picture's luminance.
 * @returns 16 hexadecimal digits; null for a picture without structure, which is like any other.
 */
export function pictureHash(luminance: ArrayLike<number>, deviation: number): string | null {
  if (deviation < FLAT) return null;
  let bits = 0n;
  for (let row = 0; row < HASHED.height; row += 1)
    for (let column = 0; column < HASHED.width - 1; column += 1) {
      const at = row * HASHED.width + column;
      bits = (bits << 1n) | ((luminance[at] ?? 0) > (luminance[at + 1] ?? 0) ? 1n : 0n);
    }
  const ones = countOnes(bits);
  return ones < MIN_STEPS || ones > 64 - MIN_STEPS ? null : bits.toString(16).padStart(16, '0');
}

/** @returns in how many of 64 bits two hashes differ. */
export const differingBits = (one: string, other: string): number => countOnes(bitsOf(one) ^ bitsOf(other));
