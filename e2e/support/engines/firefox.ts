import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { REPORTERS } from '../watch.ts';
import { type Engine, type Place } from './engine.ts';
import { type Point, Tab } from './tab.ts';

/** A font that was loading when the page was left. */
const LEFT = /downloadable font: download failed .* status=2152398850 /;

class FirefoxTab extends Tab {
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
  }

  async goto(address: string): Promise<void> {
    await this.#page.goto(address, { waitUntil: 'domcontentloaded' });
  }

  run(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  async drag([first, ...others]: readonly Point[]): Promise<void> {
    if (!first) return;
    const { mouse } = this.#page;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of others) await mouse.move(x, y);
    await mouse.up();
  }

  async chord(keys: readonly string[]): Promise<void> {
    const { keyboard } = this.#page;
    for (const key of keys) await keyboard.down(key as KeyInput);
    for (const key of keys.toReversed()) await keyboard.up(key as KeyInput);
  }

  async setFile(selector: string, path: string): Promise<void> {
    const input = await this.#page.$(`input[type=file]${selector}`);
    if (!input) throw new Error(`There is no file input ${selector}`);
    await input.uploadFile(path);
  }

  show(): Promise<void> {
    return this.#page.bringToFront();
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot());
  }
}

/** Starts Firefox without a window, over WebDriver BiDi. */
export async function startFirefox({ executable, size, folder, environment }: Place): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executable,
    env: environment,
    defaultViewport: size,
    extraPrefsFirefox: {
      'browser.download.dir': folder,
      // Into that folder, and not «Downloads».
      'browser.download.folderList': 2,
      'ui.prefersReducedMotion': 1,
    },
  });
  const complaints: string[] = [];
  const tabs: Tab[] = [];
  return {
    open: async () => {
      const page = await browser.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => {
        if (!LEFT.test(String(error))) complaints.push(`uncaught: ${String(error)}`);
      });
      for (const { report, mark } of REPORTERS) await page.evaluateOnNewDocument(report, mark);
      const tab = new FirefoxTab(page);
      tabs.push(tab);
      return tab;
    },
    tabs,
    complaints: () => complaints,
    close: () => browser.close(),
  };
}
