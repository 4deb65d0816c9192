import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { manyScans } from '@despacho/tooling/pictures/many-scans';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { PictureDecoder } from '../src/evidence/picture-decoder.ts';
import { readPicture } from '../src/evidence/read-picture.ts';
import { photo as makePhoto } from './evidence-files.ts';

const logger = pino({ level: 'silent' });
const stays = new AbortController().signal;
const generous = { cpuMs: 60_000, elapsedMs: 60_000, memory: 2 ** 32 };
const author = (officeId: string, username = 'ana') => ({ officeId, username });

const opened: PictureDecoder[] = [];
afterEach(() => {
  for (const decoder of opened.splice(0)) decoder.close();
});

function open(options?: ConstructorParameters<typeof PictureDecoder>[1]): PictureDecoder {
  const decoder = new PictureDecoder(logger, options);
  opened.push(decoder);
  return decoder;
}

/** A process that runs this code instead of the decoder, and receives tasks from `process.on('message')`. */
const acting = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`${code}; process.send('ready');`)}`);

const jpeg = (bytes: Buffer) => ({ bytes, mediaType: 'image/jpeg' });

/** Waits until a process is gone. */
async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}

it('G40: decodes in one process that is reused', async () => {
  const decoder = open();
  const photo = await makePhoto();
  const first = await readPicture(decoder, author('LIMA'), jpeg(photo), stays);
  expect(first).toMatchObject({ width: 800, height: 600 });
  const before = decoder.pids;
  await readPicture(decoder, author('LIMA'), jpeg(photo), stays);
  expect(decoder.pids).toEqual(before);
  expect(before).toHaveLength(1);
});

it('G40: stops waiting for other photos when the client disconnects', async () => {
  const decoder = open();
  const photo = await makePhoto();
  const others = ['LIMA', 'CUSCO'].map((office) => readPicture(decoder, author(office), jpeg(photo), stays));
  await expect(readPicture(decoder, author('PUNO'), jpeg(photo), AbortSignal.abort())).rejects.toMatchObject({
    kind: 'busy',
  });
  expect(await Promise.all(others)).toHaveLength(2);
});
