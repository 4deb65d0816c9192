import { type FoundElements, look, type Target, wantedOf } from './look.ts';
import { expect } from '../test.ts';

export interface Point {
  x: number;
  y: number;
}

/** Polls of a page, in milliseconds. */
const INTERVALS = [50, 100];

/** A tab of a browser that Playwright does not drive. A driver implements the abstract members, the calls of its protocol. */
export abstract class Tab {
  /** Opens an address and waits until its document has begun. */
  abstract goto(address: string): Promise<void>;
  /** Runs an expression in the page. @returns its value, which must be JSON. */
  abstract run(expression: string): Promise<unknown>;
  /** Moves the pressed pointer along points. One point is a click. */
  abstract drag(points: readonly Point[]): Promise<void>;
  /** @param keys pressed in this order and released in the opposite one; each is a character, or a name as in `KeyboardEvent.key`. */
  abstract chord(keys: readonly string[]): Promise<void>;
  /** @param selector added to `input[type=file]`; the first one is used. */
  abstract setFile(selector: string, path: string): Promise<void>;
  /** Brings the tab to the front. */
  abstract show(): Promise<void>;
  /** @returns a PNG of the tab. */
  abstract picture(): Promise<Buffer>;

  /** Runs a function in the page, which must not use anything outside of it. */
  async evaluate<Result>(run: () => Result): Promise<Result>;
  async evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  async evaluate(run: (...args: never[]) => unknown, ...args: unknown[]): Promise<unknown> {
    return this.run(`(${String(run)})(...${JSON.stringify(args)})`);
  }

  find(target: Target): Promise<FoundElements> {
    return this.evaluate(look, wantedOf(target), false);
  }

  /** Waits for visible elements. @returns the first one. */
  async see(target: Target): Promise<FoundElements> {
    let found = await this.find(target);
    await this.#until(`visible: ${nameOf(target)}`, async () => (found = await this.find(target)).count > 0);
    return found;
  }

  async seeNone(target: Target): Promise<void> {
    await this.#until(`hidden: ${nameOf(target)}`, async () => (await this.find(target)).count === 0);
  }

  /** Waits until so many are visible. */
  async seeCount(target: Target, count: number): Promise<void> {
    await expect
      .poll(async () => (await this.find(target)).count, { message: nameOf(target), intervals: INTERVALS })
      .toBe(count);
  }

  /** Waits for a text anywhere on the page. */
  async seeText(text: string): Promise<void> {
    const read = (): Promise<string> => this.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
    await expect.poll(read, { intervals: INTERVALS }).toContain(text);
  }

  async click(target: Target): Promise<void> {
    await this.drag([await this.#reach(target)]);
  }

  /** Replaces the text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.press('Control+a');
    await this.type(text);
    await expect.poll(async () => (await this.find(target)).value, { intervals: INTERVALS }).toBe(text);
  }

  async type(text: string): Promise<void> {
    for (const character of text) await this.chord([character]);
  }

  /** @param keys such as `Control+a` or `Enter`. */
  press(keys: string): Promise<void> {
    return this.chord(keys.split('+'));
  }

  /** Draws a wave over an element. */
  async draw(target: Target): Promise<void> {
    const { x, y } = await this.#reach(target);
    await this.drag(
      Array.from({ length: 30 }, (_, at) => ({ x: x - 90 + 6 * at, y: Math.round(y + 30 * Math.sin(at / 4)) })),
    );
  }

  /** Waits until a click reaches an element, which does not move. */
  async #reach(target: Target): Promise<Point> {
    let last: FoundElements | undefined;
    await this.#until(`clickable: ${nameOf(target)}`, async () => {
      const now = await this.evaluate(look, wantedOf(target), true);
      const isStill = now.x === last?.x && now.y === last.y;
      last = now;
      return now.isReached && isStill;
    });
    return last ?? { x: 0, y: 0 };
  }

  async #until(message: string, check: () => Promise<boolean>): Promise<void> {
    await expect.poll(check, { message, intervals: INTERVALS }).toBe(true);
  }
}

const nameOf = ({ role, name, text, within }: Target): string =>
  [role, name, text && `with ${text}`, within && `in ${nameOf(within)}`].filter(Boolean).join(' ');
