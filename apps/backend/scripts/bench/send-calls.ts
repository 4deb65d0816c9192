import { Agent, get } from 'node:http';

/* Sends requests for `bench-requests.ts` in another process, so that only the service's CPU is measured. */

export interface Calls {
  url: string;
  authorization: string;
  count: number;
}

export type Sent = { bytes: number } | { error: string };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const send = ({ url, authorization }: Calls): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${answer.statusCode ?? 0}`));
      });
    }).on('error', reject);
  });

async function sendAll(calls: Calls): Promise<number> {
  let bytes = 0;
  for (let call = 0; call < calls.count; call++) bytes = await send(calls);
  return bytes;
}

process.on('message', (calls: Calls) => {
  void sendAll(calls)
    .then(
      (bytes): Sent => ({ bytes }),
      (error: unknown): Sent => ({ error: String(error) }),
    )
    .then((sent) => process.send?.(sent));
});
