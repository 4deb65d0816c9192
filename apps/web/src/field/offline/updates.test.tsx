import { beforeEach, expect, it, vi } from 'vitest';
import type * as updatesModule from './updates.ts';

const reload = vi.fn();
let postMessage: ReturnType<typeof vi.fn>;
let stopSending: ReturnType<typeof vi.fn>;

/** The browser's side: a registration and what controls the page. */
let container: EventTarget & { controller: object | null; register: () => Promise<unknown> };
let registration: EventTarget & { waiting: object | null; installing: EventTarget | null; update: () => Promise<void> };
let updates: typeof updatesModule;

beforeEach(async () => {
  vi.resetModules();
  reload.mockClear();
  // Pages of earlier tests still follow their own registrations.
  [postMessage, stopSending] = [vi.fn(), vi.fn()];
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update: () => Promise.resolve() });
  container = Object.assign(new EventTarget(), {
    controller: {},
    register: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = stopSending;
      close = () => undefined;
    },
  );
  vi.stubGlobal('location', { reload, href: 'https://despacho.test/r/' });
  updates = await import('./updates.ts');
});

/** A new version of the page has been downloaded. */
function download(): void {
  const installing = new EventTarget();
  registration.installing = installing;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = { postMessage };
  installing.dispatchEvent(new Event('statechange'));
}

it('lets a new version take over, and loads it', async () => {
  await updates.followUpdates();
  download();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(updates.TAKE_OVER);
  expect(stopSending).toHaveBeenCalledExactlyOnceWith(updates.TAKE_OVER);
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('lets a new version take over in a browser without channels', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  await updates.followUpdates();
  download();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(updates.TAKE_OVER);
});

it('keeps a new version waiting until every form is closed', async () => {
  await updates.followUpdates();
  const [release, releaseOther] = [updates.holdUpdates(), updates.holdUpdates()];
  download();
  release();
  expect(postMessage).not.toHaveBeenCalled();
  expect(stopSending).not.toHaveBeenCalled();
  releaseOther();
  expect(postMessage).toHaveBeenCalledOnce();
});

it('activates a version that was downloading when the page opened', async () => {
  const installing = new EventTarget();
  registration.installing = installing;
  await updates.followUpdates();
  registration.waiting = { postMessage };
  installing.dispatchEvent(new Event('statechange'));
  expect(postMessage).toHaveBeenCalledOnce();
});

it('repeats a lost message when the page is shown again', async () => {
  await updates.followUpdates();
  download();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(postMessage).toHaveBeenCalledTimes(2);
});

it('keeps a form open when another tab lets the new version take over', async () => {
  await updates.followUpdates();
  const release = updates.holdUpdates();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  release();
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads a page that registered the first version only for the next one', async () => {
  container.controller = null;
  await updates.followUpdates();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});
