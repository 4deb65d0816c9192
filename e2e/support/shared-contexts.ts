import { type Browser, type BrowserContext } from '@playwright/test';

/** Methods whose effects only a new context removes: scripts of every page, and a changed clock. */
const LASTING = ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'] as const;
const CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** Events that a test may listen to. */
const EVENTS = ['console', 'weberror', 'request', 'response', 'requestfinished', 'requestfailed', 'page', 'dialog'];

/** Storage of a page apart from cookies and the HTTP cache. `sessionStorage` ends with its tab. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,websql';

/**
 * Contexts that the tests of a worker use one after another. A new one has an empty HTTP cache, with which opening the
 * desk takes a quarter more CPU. Everything but that cache is cleared between two tests.
 */
export class SharedContexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #kept = new Map<string, BrowserContext>();
  readonly #spent = new WeakSet<BrowserContext>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /**
   * @param key identifies the context options, which Playwright takes from the running test.
   * @param prepare runs once for each context, before its first page.
   */
  async take(key: string, prepare: (context: BrowserContext) => Promise<void>): Promise<BrowserContext> {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const context = await this.#browser.newContext();
    await prepare(context);
    this.#watchUse(context);
    this.#kept.set(key, context);
    return context;
  }

  /** Empties a context for the next test; closes it if that is impossible or no other test may use it. */
  async giveBack(key: string, context: BrowserContext, isLast: boolean): Promise<void> {
    if (isLast || this.#spent.has(context)) {
      this.#kept.delete(key);
      await context.close();
      return;
    }
    for (const event of EVENTS) context.removeAllListeners(event);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const [first, ...others] = context.pages();
    await Promise.all(others.map((page) => page.close()));
    if (first) {
      const devtools = await context.newCDPSession(first);
      await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: STORED });
      await first.close();
    }
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map((context) => context.close()));
  }

  #watchUse(context: BrowserContext): void {
    const spend = <T extends object>(owner: T, names: readonly (keyof T)[]): void => {
      for (const name of names) {
        const method = owner[name] as (...given: unknown[]) => unknown;
        Object.assign(owner, {
          [name]: (...given: unknown[]) => {
            this.#spent.add(context);
            return method.apply(owner, given);
          },
        });
      }
    };
    spend(context, LASTING);
    spend(context.clock, CLOCK);
    context.once('close', () => this.#spent.add(context));
  }
}
