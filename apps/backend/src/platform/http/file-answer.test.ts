import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { sendFile } from './file-answer.ts';
import { requestLog } from './request-log.ts';

it('logs how many rows of a file were sent, and whether it was complete', async () => {
  const lines: string[] = [];
  const app = express();
  app.use(requestLog(pino({}, { write: (text: string) => lines.push(text) })));
  app.get('/:rows', async ({ params }, response) => {
    let read = 0;
    async function* content(): AsyncGenerator<string> {
      for (; read < Number(params.rows); read++) yield 'row\n';
      if (params.rows === '3') await once(response, 'close');
    }
    await sendFile(response, { fileName: 'a.csv', mediaType: 'text/csv', content: content(), rows: () => read });
  });
  const server = app.listen(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await fetch(`${url}/5`)).text();
  const call = get(`${url}/3`, (answer) => answer.once('data', () => call.destroy())).on('error', () => undefined);
  const sent = () => lines.map((text) => JSON.parse(text) as object).filter((each) => 'rows' in each);
  await expect.poll(sent).toEqual([
    expect.objectContaining({
      msg: 'file sent',
      rows: 5,
      outcome: 'complete',
      requestId: expect.any(String) as string,
    }),
    expect.objectContaining({ msg: 'file sent', rows: 3, outcome: 'cut' }),
  ]);
  server.close();
});
