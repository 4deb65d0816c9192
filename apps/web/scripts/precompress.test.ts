import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despacho-precompress-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const read = (name: string) => readFile(join(folder, name));

describe('precompress', () => {
  it('writes both compressed forms next to a file, with the same content', async () => {
    const text = 'orden '.repeat(1000);
    await put('assets/a.js', text);
    await precompress(folder);
    expect(brotliDecompressSync(await read('assets/a.js.br')).toString()).toBe(text);
    expect(gunzipSync(await read('assets/a.js.gz')).toString()).toBe(text);
    expect((await read('assets/a.js.br')).length).toBeLessThan(text.length);
  });

  it('skips small, already compressed and incompressible files', async () => {
    const random = Buffer.from(Array.from({ length: 4096 }, () => Math.floor(Math.random() * 256)));
    await put('small.css', 'a{}'.repeat(300));
    await put('font.woff2', 'x'.repeat(5000));
    await put('noise.json', random);
    await precompress(folder);
    expect((await readdir(folder)).sort()).toEqual(['assets', 'font.woff2', 'noise.json', 'small.css']);
  });
});
