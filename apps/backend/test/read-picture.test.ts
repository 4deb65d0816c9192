import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { manyScans } from '@despacho/tooling/pictures/many-scans';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { PictureDecoder } from '#field/evidence/picture-decoder.ts';
import { MAX_SCANS } from '#field/evidence/picture-work.ts';
import { readPicture, UnreadablePicture } from '#field/evidence/read-picture.ts';
import { photo as makePhoto } from './evidence-files.ts';

const stays = new AbortController().signal;
const generous = { cpuMs: 60_000, elapsedMs: 60_000, memory: 2 ** 32 };

const opened: PictureDecoder[] = [];
afterEach(() => {
  for (const decoder of opened.splice(0)) decoder.close();
});

function open(options?: ConstructorParameters<typeof PictureDecoder>[1]): PictureDecoder {
  const decoder = new PictureDecoder(pino({ level: 'silent' }), options);
  opened.push(decoder);
  return decoder;
}

const read = (decoder: PictureDecoder, bytes: Buffer, { office = 'LIMA', person = 'ana', signal = stays } = {}) =>
  readPicture(decoder, { officeId: office, username: person }, { bytes, mediaType: 'image/jpeg' }, signal);

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** Half a second of CPU time, and within the limits. */
const expensive = (): Buffer => manyScans(5000, 5000, MAX_SCANS);

/** @returns the process that decodes, as soon as there is one. */
async function workerOf(decoder: PictureDecoder): Promise<number> {
  for (;;) {
    const [pid] = decoder.pids;
    if (pid !== undefined) return pid;
    await sleep(5);
  }
}

/** Waits until a process does not exist any more. */
async function ended(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}

it('reuses its process', async () => {
  const decoder = open();
  const photo = await makePhoto();
  expect(await read(decoder, photo)).toMatchObject({ width: 400, height: 300 });
  const before = decoder.pids;
  await read(decoder, photo);
  expect([before.length, decoder.pids]).toEqual([1, before]);
});

it('G40: stops waiting for other photos when the client disconnects', async () => {
  const decoder = open();
  const photo = await makePhoto();
  const others = ['LIMA', 'CUSCO'].map((office) => read(decoder, photo, { office }));
  await expect(read(decoder, photo, { office: 'PUNO', signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'busy',
  });
  expect(await Promise.all(others)).toHaveLength(2);
});

it('G40: decodes one photo of an office at a time, and two in all', async () => {
  const decoder = open();
  const photo = await makePhoto();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, decoder.pids.length);
  }, 5);
  const ofOne = ['ana', 'eva', 'leo'].map((person) => read(decoder, photo, { person }));
  await Promise.all(ofOne);
  expect([most, decoder.pids.length]).toEqual([1, 1]);
  await Promise.all(['LIMA', 'CUSCO', 'PUNO', 'ICA'].map((office) => read(decoder, photo, { office })));
  clearInterval(watch);
  expect([most, decoder.pids.length]).toEqual([2, 2]);
});

it('lets the JavaScript of its process reach no secret, file or program of the service', async () => {
  const decoder = open({ program: new URL('./prying-process.ts', import.meta.url) });
  const task = { kind: 'photo', type: 'image/jpeg', bytes: Buffer.alloc(1), sizes: {} } as const;
  expect(await decoder.decode(task, { officeId: 'LIMA', username: 'ana' }, stays)).toEqual({
    environment: [],
    'environment of the service': false,
    'memory map of the service': false,
    'a file of the user': false,
    'a new file': false,
    'a program': false,
  });
});

describe.runIf(process.platform === 'linux')('a picture that must be stopped', () => {
  it('G40: is refused after its CPU time, and its process is replaced', async () => {
    const decoder = open({ limits: { ...generous, cpuMs: 300 } });
    const refused = read(decoder, expensive());
    const pid = await workerOf(decoder);
    await expect(refused).rejects.toThrow(UnreadablePicture);
    await expect(refused).rejects.toThrow('La foto es demasiado compleja para procesarla');
    await ended(pid);
    expect(await read(decoder, await makePhoto())).toMatchObject({ width: 400 });
    expect(decoder.pids).not.toContain(pid);
  });

  it('G40: is refused when it takes too much memory', async () => {
    const decoder = open({ limits: { ...generous, memory: 1 } });
    expect(await caught(read(decoder, expensive()))).toMatchObject({ kind: 'unprocessable' });
  });

  it('G40: is stopped when its client disconnects', async () => {
    const decoder = open({ limits: generous });
    const gone = new AbortController();
    const left = caught(read(decoder, expensive(), { signal: gone.signal }));
    const pid = await workerOf(decoder);
    process.kill(pid, 'SIGSTOP');
    gone.abort();
    expect(await left).toMatchObject({ kind: 'busy' });
    await ended(pid);
  });

  it('G40: may be sent again if its process made no progress or was killed', async () => {
    const photo = await makePhoto();
    const silent = open({
      limits: { ...generous, elapsedMs: 100 },
      program: new URL('./silent-process.ts', import.meta.url),
    });
    expect(await caught(read(silent, photo))).toMatchObject({ name: 'Refusal', kind: 'busy' });
    const patient = open({ limits: generous });
    await read(patient, photo);
    const killed = caught(read(patient, expensive()));
    process.kill(await workerOf(patient), 'SIGKILL');
    expect(await killed).toMatchObject({ name: 'Refusal', kind: 'unavailable' });
  });

  it('G40: is tried once more after a crash, and refused after the second one', async () => {
    const decoder = open({ limits: generous });
    const photo = await makePhoto();
    await read(decoder, photo);
    const [first = 0] = decoder.pids;
    const survived = read(decoder, photo);
    // Ends it without a core dump, and not as a kill does.
    process.kill(first, 'SIGALRM');
    expect(await survived).toMatchObject({ width: 400 });
    const crashing = open({ program: new URL('./crashing-process.ts', import.meta.url) });
    await expect(read(crashing, photo)).rejects.toThrow(UnreadablePicture);
  });

  it('G40: leaves no process behind when the service closes', async () => {
    const decoder = open({ limits: generous });
    const working = caught(read(decoder, expensive()));
    const pid = await workerOf(decoder);
    process.kill(pid, 'SIGSTOP');
    decoder.close();
    await ended(pid);
    expect(await working).toMatchObject({ kind: 'unavailable' });
    expect(await caught(read(decoder, await makePhoto()))).toMatchObject({ kind: 'unavailable' });
    expect(decoder.pids).toEqual([]);
  });
});

it('reports that photos cannot be processed now if the decoder cannot start', async () => {
  const decoder = open({ program: new URL('./missing.ts', import.meta.url) });
  expect(await caught(read(decoder, await makePhoto()))).toMatchObject({ name: 'Refusal', kind: 'unavailable' });
});
