import { writeFile } from 'node:fs/promises';
import { madePages } from '../src/docs/pages.ts';
import { writeManifest } from '../src/manifest/write-manifest.ts';
import { ROOT } from '../src/root.ts';

for (const [path, text] of await madePages()) await writeFile(`${ROOT}${path}`, text);

try {
  await writeManifest();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
