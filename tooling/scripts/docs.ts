import { writeFile } from 'node:fs/promises';
import { madePages } from '../src/docs/pages.ts';
import { ROOT } from '../src/root.ts';

for (const [path, text] of await madePages()) await writeFile(`${ROOT}${path}`, text);
