import { Client, NO_ANSWER } from './client.ts';
import { type LastAnswer, type Requests, sendInLoop } from './generator.ts';

/* The process of `startSender`. */

async function send({ port, path, headers, count }: Requests): Promise<LastAnswer> {
  const client = new Client(port, '127.0.0.1', { headers });
  let last = NO_ANSWER;
  const { statuses } = await sendInLoop({ connections: 1, count }, async () => {
    last = await client.get(path);
    return last.status;
  });
  client.close();
  const isOne = Object.keys(statuses).length === 1;
  return { status: isOne ? last.status : 0, bytes: last.bytes.length, etag: last.headers.etag ?? '' };
}

process.on('message', (requests: Requests) => {
  void send(requests).then((last) => process.send?.(last));
});
