import { expect, it } from 'vitest';
import { readPicture } from '../src/evidence/read-picture.ts';
import { photo as makePhoto } from './evidence-files.ts';

it('G40: stops waiting for other photos when the client disconnects', async () => {
  const photo = await makePhoto();
  const stays = new AbortController().signal;
  const others = [1, 2].map(() => readPicture(photo, 'image/jpeg', stays));
  await expect(readPicture(photo, 'image/jpeg', AbortSignal.abort())).rejects.toMatchObject({ kind: 'busy' });
  expect(await Promise.all(others)).toHaveLength(2);
});
