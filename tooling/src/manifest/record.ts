import { isDeepStrictEqual } from 'node:util';
import { type Manifest } from '../../../apps/bff/src/manifest/manifest.ts';
import { type Chain } from '../explain/chain.ts';
import { chainLoosenings, loosenings } from './loosenings.ts';

/** The manifest as it is checked in. The revision grows with each change, so that a reason belongs to one change alone. */
export interface CheckedIn {
  revision: number;
  /** Steps a request passes, in their order. */
  chain: Chain;
  operations: Manifest;
}

/** What the code says now. */
export type Current = Omit<CheckedIn, 'revision'>;

const MIN_REASON = 15;

/**
 * Reads the reasons of one revision: lines such as «- `clients.list rate: "a" → "b"`: because …» below «## Revision 3».
 * @returns reason by change.
 */
export function reasonsOf(page: string, revision: number): Map<string, string> {
  const section = page.split(/^## Revision /m).find((part) => part.startsWith(`${revision}\n`)) ?? '';
  // A list item may go on in lines that are indented.
  const items = section.replaceAll(/\n {2,}/g, ' ').matchAll(/^- `([^`]+)`: (.+)$/gm);
  return new Map([...items].map(([, change = '', reason = '']) => [change, reason.trim()]));
}

/** What the manifest of the code means for the one that is checked in. */
export interface Comparison {
  changed: boolean;
  /** What to check in once nothing lacks a reason. */
  next: CheckedIn;
  /** Loosenings that docs/security/manifest-changes.md gives no reason for. */
  unexplained: string[];
}

/**
 * @param page docs/security/manifest-changes.md.
 * @returns whether the manifest changed, and what of that has to be explained first. A tightening needs no words.
 */
export function compare({ revision: reviewed, ...before }: CheckedIn, current: Current, page: string): Comparison {
  const changed = !isDeepStrictEqual(before, current);
  const revision = reviewed + (changed ? 1 : 0);
  const reasons = reasonsOf(page, revision);
  const opened = [
    ...chainLoosenings(before.chain, current.chain),
    ...loosenings(before.operations, current.operations),
  ];
  const unexplained = opened.filter((change) => (reasons.get(change) ?? '').length < MIN_REASON);
  return { changed, next: { revision, ...current }, unexplained };
}
