import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeSbom } from '../src/sbom/sbom.ts';

const path = resolve(process.argv[2] ?? 'sbom.cdx.json');
const bom = await makeSbom();
await writeFile(path, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${String(bom.components.length)} components in ${path}`);
