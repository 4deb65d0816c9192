import { beforeEach, expect, it, vi } from 'vitest';
import { checkRelease, outdated } from './outdated-page.ts';

const page = (entry: string): string => `<script type="module" src="./assets/${entry}"></script>`;

const answer = (given: Response | Error): void => {
  vi.stubGlobal('fetch', () => (given instanceof Error ? Promise.reject(given) : Promise.resolve(given)));
};

beforeEach(() => {
  outdated.set(false);
  document.body.innerHTML = page('index-1.js');
});

it('finds a page outdated whose first file another one has replaced', async () => {
  answer(new Response(page('index-2.js')));
  await checkRelease();
  expect(outdated.get()).toBe(true);
});

it.each([
  ['the server has the same page', new Response(page('index-1.js'))],
  ['the server fails', new Response(page('index-2.js'), { status: 503 })],
  ['a proxy answers with something else', new Response('Sign in to the network')],
  ['there is no connection', new TypeError('Failed to fetch')],
])('does not while %s', async (_, given) => {
  answer(given);
  await checkRelease();
  expect(outdated.get()).toBe(false);
});
