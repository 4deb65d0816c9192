import { constants, setPriority } from 'node:os';
import { type OperationId } from '@despacho/contracts/operations';
import { Client } from '@despacho/tooling/load/client';
import { sendInLoop, type Sent } from '@despacho/tooling/load/generator';
import { sendOnce } from './fair-requests.ts';

/* Repeats an operation with sessions of `fair.ts`, and reports how often each status was answered. */

export interface Attack {
  port: number;
  /** Cookies of each session. */
  cookies: [string, string][][];
  id: OperationId;
  /** Requests of each session at the same time. */
  atOnce: number;
  seconds: number;
}

// On a server, this work would be done by the person's own machine.
setPriority(constants.priority.PRIORITY_LOW);

process.once('message', ({ port, cookies, id, atOnce, seconds }: Attack) => {
  const sent = cookies.map((each, at) => {
    const client = new Client(port, `10.0.2.${at}`);
    client.cookies = new Map(each);
    return sendInLoop({ connections: atOnce, seconds }, () => sendOnce(client, id));
  });
  void Promise.all(sent).then((all: Sent[]) => {
    const statuses = all.flatMap((each) => Object.entries(each.statuses));
    process.send?.(statuses, () => process.exit());
  });
});
