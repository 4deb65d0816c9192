import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPage } from './index-page.ts';

describe('readPage', () => {
  it('sets the base path and contains the same page in each encoding', () => {
    const folder = mkdtempSync(join(tmpdir(), 'despacho-index-'));
    writeFileSync(join(folder, 'index.html'), '<head><base href="/" /></head>');
    const page = readPage(pathToFileURL(`${folder}/`), 'index.html', '/despacho');
    const text = '<head><base href="/despacho/" /></head>';
    expect(page?.bodies.identity.toString()).toBe(text);
    expect(page && gunzipSync(page.bodies.gzip).toString()).toBe(text);
    expect(page && brotliDecompressSync(page.bodies.br).toString()).toBe(text);
    expect(page?.etag).not.toBe(readPage(pathToFileURL(`${folder}/`), 'index.html', '')?.etag);
  });

  it('shows the page whether it may offer the account of a company', () => {
    const folder = mkdtempSync(join(tmpdir(), 'despacho-index-'));
    writeFileSync(join(folder, 'index.html'), '<html lang="es-PE"><base href="/" />');
    const textOf = (hasProviders: boolean) =>
      readPage(pathToFileURL(`${folder}/`), 'index.html', '', hasProviders)?.bodies.identity.toString();
    expect(textOf(true)).toBe('<html data-provider lang="es-PE"><base href="/" />');
    expect(textOf(false)).toBe('<html lang="es-PE"><base href="/" />');
  });

  it('is undefined without a build', () => {
    expect(readPage(pathToFileURL('/no/such/folder/'), 'index.html', '')).toBeUndefined();
  });
});
