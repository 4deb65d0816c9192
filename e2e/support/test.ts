import { test as base, expect } from '@playwright/test';
import { FaultProxy, type SeenCall, type PathPattern } from './fault-proxy.ts';
import { SharedContexts } from './shared-contexts.ts';
import { findBackend, startGateway, type Backend, type Gateway } from './stack.ts';
import { reportViolations, watch, type Watch } from './watch.ts';

/** The product under test: a built gateway per worker, with a fault proxy between it and the backend. */
export interface App {
  url: string;
  faults: FaultProxy;
  /** Calls that reached the fault proxy since the test began. */
  calls(where: PathPattern): SeenCall[];
  gateway: Gateway;
  backend: Backend;
}

interface TestFixtures {
  app: App;
  /** Whether the test needs an empty HTTP cache, so that its context is not shared with others. */
  coldCache: boolean;
  watched: Watch;
}

interface WorkerFixtures {
  /** Added to the environment of the gateway; `test.use({ settings: … })` starts a separate gateway for a spec. */
  settings: NodeJS.ProcessEnv;
  /** The backend of the run. A spec that kills it must provide its own. */
  backend: Backend;
  product: App;
  contexts: SharedContexts;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],

  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      await use(findBackend());
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ settings, backend }, use) => {
      const faults = new FaultProxy(backend.url);
      await faults.start();
      const gateway = await startGateway(faults.url, backend.secrets, settings);
      await use({ url: gateway.url, faults, gateway, backend, calls: (where) => faults.calls(where) });
      await gateway.service.stop();
      await faults.stop();
    },
    { scope: 'worker' },
  ],

  contexts: [
    async ({ browser, product }, use) => {
      const contexts = new SharedContexts(browser, product.url);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],

  coldCache: [false, { option: true }],

  context: async (
    { contexts, coldCache, viewport, hasTouch, isMobile, userAgent, contextOptions },
    use,
    { testId },
  ) => {
    const key = JSON.stringify([coldCache && testId, viewport, hasTouch, isMobile, userAgent, contextOptions]);
    const context = await contexts.take(key, reportViolations);
    await use(context);
    await contexts.giveBack(key, context, coldCache);
  },

  app: async ({ product }, use) => {
    await product.faults.reset();
    await use(product);
    await product.faults.reset();
  },

  baseURL: async ({ product }, use) => {
    await use(product.url);
  },

  // Checks C1 and the console after every test.
  watched: [
    async ({ context, app }, use) => {
      const watched = watch(context, app.url);
      await use(watched);
      expect(watched.complaints(), 'console errors, CSP violations, foreign requests').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
export { checkScreen } from './check-screen.ts';
export { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
export { openSession, signIn, signInByForm, submitLogin } from './sign-in.ts';
