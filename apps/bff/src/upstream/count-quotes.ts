const QUOTE = 0x22;
/** Four quotes, each bit but the highest of four bytes, and the lowest bit of each. */
const QUOTES = 0x22222222;
const LOW_BITS = 0x7f7f7f7f;
const ONES = 0x01010101;
/** As many words as a byte can count. */
const WORDS_AT_ONCE = 255;

function countEach(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (bytes[index] === QUOTE) count += 1;
  return count;
}

/** @param words of four bytes, which are counted side by side. */
function countInWords(words: Uint32Array): number {
  let count = 0;
  for (let start = 0; start < words.length; start += WORDS_AT_ONCE) {
    const end = Math.min(start + WORDS_AT_ONCE, words.length);
    let each = 0;
    for (let index = start; index < end; index += 1) {
      // Zero where there is a quote. Adding carries into the highest bit of every byte that has a lower one.
      const other = (words[index] ?? 0) ^ QUOTES;
      each = (each + ((~(((other & LOW_BITS) + LOW_BITS) | other) >>> 7) & ONES)) | 0;
    }
    count += (each & 0xff) + ((each >>> 8) & 0xff) + ((each >>> 16) & 0xff) + (each >>> 24);
  }
  return count;
}

/** @returns how many quotation marks (U+0022) there are in text in UTF-8, four bytes at a time. */
export function countQuotes(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  const first = Math.min(length, -byteOffset & 3);
  const words = (length - first) >> 2;
  const rest = first + words * 4;
  const inWords = words === 0 ? 0 : countInWords(new Uint32Array(buffer, byteOffset + first, words));
  return countEach(bytes, 0, first) + inWords + countEach(bytes, rest, length);
}
