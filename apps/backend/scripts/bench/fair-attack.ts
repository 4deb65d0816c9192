import { constants, setPriority } from 'node:os';
import { type OperationId } from '@despacho/contracts/operations';
import { Client } from '@despacho/tooling/load/client';
import { sendOnce } from './fair-requests.ts';

/* Repeats an operation with a session of `bench-fair.ts` until it gets a message to stop, and reports how
 * many were done and refused. */

interface Attack {
  port: number;
  /** Of each session. */
  cookies: [string, string][][];
  id: OperationId;
  /** Requests of each session at the same time. */
  atOnce: number;
}

// On a server, this work would be done by the person's own machine.
setPriority(constants.priority.PRIORITY_LOW);

let going = true;

async function begin({ port, cookies, id, atOnce }: Attack): Promise<void> {
  const sent = { done: 0, refused: 0 };
  const senders = cookies.flatMap((each, at) => Array.from({ length: atOnce }, () => [each, at] as const));
  const all = senders.map(async ([each, at]) => {
    const client = new Client(port, `10.0.2.${at}`);
    client.cookies = new Map(each);
    while (going) {
      const status = await sendOnce(client, id);
      sent[status >= 200 && status <= 299 ? 'done' : 'refused'] += 1;
    }
  });
  await Promise.all(all);
  process.send?.(sent, () => process.exit());
}

process.on('message', (message: Attack | 'stop') => {
  if (message === 'stop') going = false;
  else void begin(message);
});
