import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns the bytes of a key in Base32. */
export function keyOf(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The authenticator app of a test, written apart from the product. It never repeats a code that may have been used. */
export class Authenticator {
  readonly #key: Buffer;
  #last = 0;

  /** @param key in Base32, as the product shows it. */
  constructor(key: string) {
    this.#key = keyOf(key);
  }

  #codeOf(step: number): string {
    const digest = createHmac('sha1', this.#key)
      .update(Buffer.from(step.toString(16).padStart(16, '0'), 'hex'))
      .digest();
    const at = (digest.at(-1) ?? 0) % 16;
    return (Number(BigInt(`0x${digest.toString('hex', at, at + 4)}`) & 0x7fffffffn) % 1e6).toString().padStart(6, '0');
  }

  get #now(): number {
    return Math.floor(Date.now() / 30_000);
  }

  /**
   * @returns a code that is valid for at least 30 seconds and was not given before: two in the same 30 seconds.
   * @throws Error for more: a third one could expire before it is sent.
   */
  next(): string {
    const step = Math.max(this.#now, this.#last + 1);
    if (step > this.#now + 1) throw new Error('A third code within 30 seconds');
    this.#last = step;
    return this.#codeOf(step);
  }

  /** @returns a code that is not valid now, nor soon. */
  wrong(): string {
    const near = [-3, -2, -1, 0, 1, 2, 3].map((apart) => this.#codeOf(this.#now + apart));
    let code = 0;
    while (near.includes(String(code).padStart(6, '0'))) code += 1;
    return String(code).padStart(6, '0');
  }
}
