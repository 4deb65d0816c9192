import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { STORE_ID } from '#field/evidence/open-store.ts';
import { movePhotos } from './move-photos.ts';

type Files = Record<string, string>;

async function storeOf(files: Files) {
  const store = createMemoryStore();
  for (const [name, text] of Object.entries(files)) await store.put(name, Buffer.from(text));
  return store;
}

const contentOf = ({ files }: Awaited<ReturnType<typeof storeOf>>): Files =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]));

const PHOTOS: Files = { [STORE_ID]: 'own\n', 'a.jpg': 'one', 'b.jpg': 'two' };

describe('movePhotos', () => {
  it('leaves photos in the folder if there is no bucket', async () => {
    const folder = await storeOf(PHOTOS);
    expect(await movePhotos(folder, undefined, 'own')).toEqual({ store: folder, copied: 0 });
  });

  it('copies them to an empty bucket, and the rest of them after an interruption', async () => {
    const [folder, bucket] = [await storeOf(PHOTOS), await storeOf({})];
    const { put } = bucket;
    bucket.put = (name, bytes) => (name === 'b.jpg' ? Promise.reject(new Error('away')) : put(name, bytes));
    await expect(movePhotos(folder, bucket, 'own')).rejects.toThrow('away');
    bucket.put = put;
    expect((await movePhotos(folder, bucket, 'own')).copied).toBe(1);
    expect([contentOf(bucket), contentOf(folder)]).toEqual([PHOTOS, PHOTOS]);
  });

  it('leaves photos in their bucket', async () => {
    const [folder, bucket] = [await storeOf({}), await storeOf(PHOTOS)];
    expect(await movePhotos(folder, bucket, 'own')).toEqual({ store: bucket, copied: 0 });
    expect(contentOf(folder)).toEqual({});
  });

  it('does nothing for a database that never had photos', async () => {
    const [folder, bucket] = [await storeOf({}), await storeOf({})];
    expect(await movePhotos(folder, bucket, undefined)).toEqual({ store: bucket, copied: 0 });
    expect(contentOf(bucket)).toEqual({});
  });

  it('rejects a bucket of another database, and photos that are in neither store', async () => {
    const [folder, other] = [await storeOf(PHOTOS), await storeOf({ [STORE_ID]: 'other\n' })];
    await expect(movePhotos(folder, other, 'own')).rejects.toThrow('memory is not empty');
    await expect(movePhotos(other, undefined, 'own')).rejects.toThrow('are not at memory');
    await expect(movePhotos(other, await storeOf({}), 'own')).rejects.toThrow('are not at memory');
  });
});
