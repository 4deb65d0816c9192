import { readFileSync } from 'node:fs';
import { ROOT } from '../../src/root.ts';

/** Text of the operators' manual. */
export const MANUAL = readFileSync(`${ROOT}docs/operations.md`, 'utf8');

/**
 * @param heading line of a section, such as `## Starting`; the whole page by default.
 * @returns the contents of its code blocks with commands, without those of its subsections.
 * @throws Error if there are none.
 */
export function blocksOf(page: string, heading?: string): string[] {
  const [, section = ''] = heading === undefined ? ['', page] : page.split(`\n${heading}\n`);
  const [own = ''] = heading === undefined ? [section] : section.split(/^#{2,} /m);
  const blocks = [...own.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, content = '']) => content);
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands in ${heading ?? 'any section'}`);
  return blocks;
}
