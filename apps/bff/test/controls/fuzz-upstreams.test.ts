import fc from 'fast-check';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DispatchService } from '../support/dispatch-service.ts';
import { type Respond } from '../support/fake-upstream.ts';
import { check, FUZZ_TIME_MS, SEED_TITLE } from '../support/fuzz.ts';
import { oddAnswerTo } from '../support/odd-answers.ts';
import { type Received, send } from '../support/send.ts';
import { faultOfControl, HANDLER_CALLS, IDS, operationOf, policyOf, startSweep, type Sweep } from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep({ UPSTREAM_TIMEOUT_MS: '9900' }, { wait: () => Promise.resolve() });
});
// Everything sent is searched for every secret.
afterAll(() => sweep.close(), 120_000);

const ASKING = IDS.filter((id) => !('handle' in policyOf(id).to) || typeof HANDLER_CALLS[id] === 'string');
const answered = ASKING.flatMap((id) => [id]);
const oddAnswer = fc.constantFrom(...answered).chain((id) => oddAnswerTo(id).map((pieces) => ({ id, pieces })));

/** Ordinary responses, so that each kind of outcome occurs with every seed. */
const PLAIN: [{ id: (typeof answered)[number]; pieces: Buffer[] }][] = [
  '200 OK',
  '400 Bad',
  '404 Not Found',
  '500 Oops',
].map((status) => [{ id: 'clients.list', pieces: [Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n[]`)] }]);

/** Writes raw bytes and disconnects; `over` resolves when both sides have. */
function writing(pieces: readonly Buffer[]): { respond: Respond; over: () => Promise<unknown> } {
  const connections: Promise<unknown>[] = [];
  return {
    respond: async (_hit, res) => {
      const { socket } = res;
      if (!socket) return;
      connections.push(socket.destroyed ? Promise.resolve() : once(socket, 'close'));
      for (const piece of pieces)
        if (socket.writable) await new Promise((resolve) => socket.write(piece, () => setImmediate(resolve)));
      socket.end();
    },
    over: () => Promise.all(connections),
  };
}

/** Allowed statuses for a failing upstream; an internal error is never allowed. */
const FAILED = [400, 401, 403, 404, 409, 500, 502, 503, 504];

function faultOf(
  { status, kind, text }: Received,
  contract: ReturnType<typeof operationOf>['response'],
): string | null {
  if (FAILED.includes(status)) return kind === undefined || kind === 'internal' ? `${status} ${text}` : null;
  if (status !== 200 || contract === null) return `${status} ${text}`;
  if ('stream' in contract) return null;
  const parsed = contract.safeParse(JSON.parse(text));
  return parsed.success ? null : `breaks its contract: ${text}`;
}

describe(`odd responses ${SEED_TITLE}`, () => {
  it(
    'G27 G32: become a valid response or one problem, and the next call works',
    async () => {
      const outcomes = new Set<number>();
      await check(
        fc.asyncProperty(oddAnswer, async ({ id, pieces }) => {
          const swept = await sweep.prepare(id);
          const { upstream, call } = sweep.callOf(id, swept.parts) ?? {};
          const normal = upstream?.answerOf(call ?? '');
          const odd = writing(pieces);
          upstream?.on(call ?? '', odd.respond);
          const answer = await send(sweep.gateway, swept.request);
          upstream?.on(call ?? '', normal);
          // A request that is sent while the host closes the connection is lost for any client.
          await odd.over();
          expect(faultOf(answer, operationOf(id).response)).toBeNull();
          expect(answer.text).not.toMatch(/evil\.example|Legacy\/1/);
          outcomes.add(answer.status);
          // Leftover bytes of one response are not read as the next.
          expect(await faultOfControl(sweep, id, await sweep.prepare(id))).toBeNull();
        }),
        300,
        PLAIN,
      );
      expect([...outcomes]).toEqual(expect.arrayContaining([200, 400, 404, 500, 502]));
    },
    FUZZ_TIME_MS,
  );
});

describe(`odd event streams ${SEED_TITLE}`, () => {
  const event = fc.oneof(
    fc.constantFrom(
      '\n',
      '\r\n',
      ':\n\n',
      'data: {"type":"hola"}\n\n',
      'id: \u0000\n\n',
      'event: reset\ndata\n\n',
      'retry: -1\n',
    ),
    fc.string({ unit: 'binary', maxLength: 100 }),
  );

  it(
    'S42 G27: pass only well-formed lines under the gateway’s own headers',
    async () => {
      const { gateway } = sweep;
      const { request } = await sweep.prepare('events.stream');
      const dispatch: DispatchService = gateway.dispatch;
      await check(
        fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
          dispatch.on('GET /operations/events', async (_hit, res) => {
            res.writeHead(200, { 'content-type': 'text/event-stream', server: 'Ops/1' });
            res.flushHeaders();
            for (const text of events) await new Promise((resolve) => res.write(text, resolve));
            res.end();
          });
          const answer = await fetch(`http://127.0.0.1:${gateway.port}${request.target}`, {
            headers: request.headers.map(([name, value]): [string, string] => [name, value]),
          });
          const bytes = Buffer.from(await answer.arrayBuffer());
          expect([answer.status, answer.headers.get('content-type')]).toEqual([
            200,
            'text/event-stream; charset=utf-8',
          ]);
          expect(bytes.toString()).toMatch(/^(\n|:\n|id: [\w.,:-]+\n|retry: \d+\n|event: reset\n|data: \{\}\n)*$/);
        }),
        60,
      );
      dispatch.on('GET /operations/events', undefined);
    },
    FUZZ_TIME_MS,
  );
});
