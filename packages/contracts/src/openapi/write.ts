import { writeFile } from 'node:fs/promises';
import { openApi } from './index.ts';

await writeFile(new URL('../../../../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`);
