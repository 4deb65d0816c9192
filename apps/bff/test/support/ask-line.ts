import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { type Line, PHOTO } from './access-matrix.ts';
import { type Browser } from './browser.ts';
import { headersOf, type Received, send } from './send.ts';
import { operationOf, policyOf } from './sweep.ts';

/** Replacements for the words in braces of a line. */
export type Words = Readonly<Record<string, string>>;

/** `"{#word}"` becomes a number. */
export const filledIn = (text: string, words: Words): string =>
  text
    .replace(/"\{#(\w+)\}"/g, (_, name: string) => words[name] ?? '0')
    .replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);

/** @returns the id by which a user may end their current session. */
async function ownSession(browser: Browser): Promise<string> {
  const { sessions = [] } = (await browser.get('/api/auth/sessions')).body as { sessions?: { id: string }[] };
  return sessions[0]?.id ?? 'none';
}

/**
 * Sends the request of a matrix line.
 * @param beforehand called when everything is prepared, before the request.
 */
export async function askLine(
  { id, ask, body }: Line,
  browser: Browser,
  words: Words,
  beforehand: () => void = () => undefined,
): Promise<Received> {
  const all = ask.includes('{session}') ? { ...words, session: await ownSession(browser) } : words;
  const [method = '', target = ''] = filledIn(ask, all).split(' ');
  const text = body && filledIn(typeof body === 'string' ? body : JSON.stringify(body), all);
  const headers = [...headersOf(browser, method), ...Object.entries(browser.always)];
  const type =
    body === PHOTO ? 'image/png' : typeof body === 'string' ? (operationOf(id).upload?.[0] ?? '') : 'application/json';
  if (text) headers.push(['Content-Type', type]);
  if (policyOf(id).repeatable) headers.push([IDEMPOTENCY_HEADER, randomUUID()]);
  beforehand();
  return send(browser.gateway, {
    method,
    target,
    headers,
    body: body === PHOTO ? blackPng(64, 64, { text: target }) : text,
  });
}
