import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser } from '../support/browser.ts';
import { ORIGIN } from '../support/gateway.ts';
import { answersToBytes, headOfAnswer } from '../support/head-of-answer.ts';
import { type WireAnswer } from '../support/http-answers.ts';
import { check, FUZZ_TIME_MS, SEED_TITLE } from '../support/fuzz.ts';
import { oddBytes, type OddRequest, oddRequest } from '../support/odd-requests.ts';
import { startSweep, type Sweep } from '../support/sweep.ts';
import { faultsOfAnswer } from '../support/witness.ts';

let sweep: Sweep;
let browser: Browser;
beforeAll(async () => {
  sweep = await startSweep({}, { wait: () => Promise.resolve() });
  browser = await sweep.signIn(sweep.newcomer());
});
// Everything sent is searched for every secret.
afterAll(() => sweep.close(), 120_000);

/** Headers of a permitted request, before it is made odd. */
const rightHeaders = (body: string | undefined): [string, string][] => [
  ['Host', new URL(ORIGIN).host],
  ['Cookie', browser.cookieHeader],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Origin', ORIGIN],
  ['X-XSRF-TOKEN', browser.csrfToken],
  ['X-Forwarded-For', browser.always['x-forwarded-for'] ?? ''],
  ['Connection', 'close'],
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
];

function bytesOf({ method, target, headers, body }: OddRequest): Buffer {
  let list = rightHeaders(body);
  for (const { name, value, again } of headers) {
    if (!again) list = list.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
    list.push([name, value]);
  }
  const head = [`${method} ${target} HTTP/1.1`, ...list.map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')]);
}

function faultsOf({ method, target }: { method: string; target: string }, answer: WireAnswer): string[] {
  const faults = faultsOfAnswer({ request: { method, target }, answer });
  // Every upstream works, so any 5xx is the gateway's own fault.
  return answer.status >= 500 ? [...faults, `${answer.status} ${answer.body.toString()}`] : faults;
}

/** Some requests end their session, as they should. */
async function stillSignedIn(): Promise<void> {
  const { status } = await browser.get('/api/auth/session');
  if (status !== 200) browser = await sweep.signIn(sweep.newcomer());
}

describe(`odd requests ${SEED_TITLE}`, () => {
  it(
    'G16 G21 G22 G27 G32: cause no crash, no 5xx and no incomplete response',
    async () => {
      const statuses = new Map<number, number>();
      await check(
        fc.asyncProperty(oddRequest, async (request) => {
          await stillSignedIn();
          const answer = await headOfAnswer(sweep.gateway.port, bytesOf(request), request.method);
          expect(answer).toBeDefined();
          if (answer) expect(faultsOf(request, answer)).toEqual([]);
          const { status = 0 } = answer ?? {};
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
        600,
      );
      // Control: some requests passed every check, and every check refused some.
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 403, 404, 405]));
    },
    FUZZ_TIME_MS,
  );

  it(
    'G28 G36: refuses bytes that are not a request, and does not parse what follows',
    async () => {
      await check(
        fc.asyncProperty(oddBytes, async (bytes) => {
          sweep.calls();
          const answers = await answersToBytes(sweep.gateway.port, bytes);
          for (const answer of answers)
            expect(
              faultsOf({ method: 'GET', target: '' }, answer).filter((fault) => !fault.startsWith('cache-control')),
            ).toEqual([]);
          // None of these has a session, so nothing may reach an upstream.
          expect(sweep.calls()).toEqual([]);
        }),
        300,
      );
      await stillSignedIn();
      expect((await browser.get('/api/clients')).status).toBe(200);
      expect(sweep.calls()).toContain('GET /base/clients/');
    },
    FUZZ_TIME_MS,
  );
});
