import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createManifest, type Manifest } from '../../../apps/bff/tools/manifest.ts';
import { formatted } from '../docs/markdown.ts';
import { stepsOfChain } from '../explain/chain.ts';
import { ROOT } from '../root.ts';
import { compare, type CheckedIn, type Comparison, type Current } from './record.ts';

const MANIFEST = 'docs/security/manifest.json';
const CHANGES = 'docs/security/manifest-changes.md';

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

const hashOf = (schema: object | null): string | null =>
  schema && createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 32);

/** Replaces each schema by its hash: `docs/openapi.json` has the schemas, and a reviewer reads their changes there. */
const withHashes = (manifest: Manifest): Manifest<string> =>
  Object.fromEntries(
    Object.entries(manifest).map(([id, { request, response, ...rest }]) => {
      const { params, query, body, ...upload } = request;
      const hashed = { params: hashOf(params), query: hashOf(query), body: hashOf(body), ...upload };
      return [id, { ...rest, request: hashed, response: hashOf(response) }];
    }),
  );

/** The manifest of the code, as it would be after a round trip through JSON. */
async function currentManifest(): Promise<Current> {
  const current: Current = { chain: await stepsOfChain(), operations: withHashes(createManifest()) };
  return JSON.parse(JSON.stringify(current)) as Current;
}

/** @returns the code's manifest compared with the committed one. */
export async function compareManifest(): Promise<Comparison> {
  return compare(JSON.parse(read(MANIFEST)) as CheckedIn, await currentManifest(), read(CHANGES));
}

/** @returns a message with the missing reasons and where to write them. */
export function askForReasons({ next, unexplained }: Comparison): string {
  return [
    `These rules of the gateway are more open than in ${MANIFEST}. Write into ${CHANGES}, with a reason each:`,
    '',
    `## Revision ${next.revision}`,
    '',
    ...unexplained.map((change) => `- \`${change}\`: …`),
    '',
    'Then run npm run docs again.',
  ].join('\n');
}

/**
 * Writes the committed manifest.
 * @throws Error with the missing reasons, if something was loosened without one.
 */
export async function writeManifest(): Promise<void> {
  const comparison = await compareManifest();
  if (comparison.unexplained.length > 0) throw new Error(askForReasons(comparison));
  if (!comparison.changed) return;
  await writeFile(`${ROOT}${MANIFEST}`, await formatted(MANIFEST, JSON.stringify(comparison.next)));
}
