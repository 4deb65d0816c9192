import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../root.ts';
import { envExample, fillIn, SERVICES, variablesTable } from './variables.ts';

const OPERATIONS = 'docs/operations.md';

async function operationsPage(): Promise<string> {
  const path = `${ROOT}${OPERATIONS}`;
  let page = await readFile(path, 'utf8');
  for (const service of SERVICES) page = fillIn(page, `variables:${service.key}`, variablesTable(service));
  return format(page, { ...(await resolveConfig(path)), parser: 'markdown' });
}

/** @returns the pages that are made, or partly made, from the code, by path, as they should read. */
export async function madePages(): Promise<Map<string, string>> {
  return new Map([
    ['.env.example', envExample()],
    [OPERATIONS, await operationsPage()],
  ]);
}
