import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compressible file types. Fonts (woff2) and images are already compressed. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

/** In bytes; smaller files fit one packet anyway. */
const WORTHWHILE = 1024;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < WORTHWHILE) return;
  const variants = {
    br: await brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gz: await gz(plain, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [suffix, packed] of Object.entries(variants))
    if (packed.length < plain.length) await writeFile(`${file}.${suffix}`, packed);
}

/** Writes `.br` and `.gz` next to each file of a build that they make smaller, for the gateway to serve. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
}

if (import.meta.main) await precompress(fileURLToPath(new URL('../dist', import.meta.url)));
