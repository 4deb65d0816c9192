import { test as base, expect, type Page } from '@playwright/test';
import { FaultProxy, type SeenCall, type Where } from './fault-proxy.ts';
import { PEOPLE, type Person } from './people.ts';
import { findBackend, startGateway, type Backend, type Gateway } from './stack.ts';
import { watch, type Watch } from './watch.ts';

/** The product under test: a built gateway of the worker's own, with a fault proxy between it and the backend. */
export interface App {
  url: string;
  faults: FaultProxy;
  /** Calls that reached the upstream side since the test began. */
  calls(where: Where): SeenCall[];
  gateway: Gateway;
  backend: Backend;
}

interface TestFixtures {
  app: App;
  watched: Watch;
}

interface WorkerFixtures {
  product: App;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // Playwright wants the pattern, also where it is empty.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const backend = findBackend();
      const faults = new FaultProxy(backend.url);
      await faults.start();
      const gateway = await startGateway(faults.url, backend.secrets);
      await use({ url: gateway.url, faults, gateway, backend, calls: (where) => faults.calls(where) });
      await gateway.service.stop();
      await faults.stop();
    },
    { scope: 'worker' },
  ],

  app: async ({ product }, use) => {
    await product.faults.reset();
    await use(product);
    await product.faults.reset();
  },

  baseURL: async ({ product }, use) => {
    await use(product.url);
  },

  // C1 and the console are looked at after every test, whatever the test itself is about.
  watched: [
    async ({ context, app }, use) => {
      const watched = await watch(context, app.url);
      await use(watched);
      expect(watched.complaints(), 'console errors, CSP violations, foreign requests').toEqual([]);
    },
    { auto: true },
  ],
});

/** Fills in the login form and sends it. */
export async function submitLogin(page: Page, who: Person): Promise<void> {
  const { sucursal, username, password } = PEOPLE[who];
  await page.getByLabel('Sucursal').fill(sucursal);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Signs someone in through the login screen, as people do, and waits for the shell. */
export async function signIn(page: Page, who: Person, path = '/auth/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

export { expect } from '@playwright/test';
export { expectAccessible } from './axe.ts';
