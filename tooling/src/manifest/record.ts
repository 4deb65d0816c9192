import { isDeepStrictEqual } from 'node:util';
import { type Manifest } from '../../../apps/bff/tools/manifest.ts';
import { type Chain } from '../explain/chain.ts';
import { chainLoosenings, loosenings } from './loosenings.ts';

/** The committed manifest. Each change increases the revision, so that a reason applies to one change only. */
export interface CheckedIn {
  revision: number;
  /** Steps that a request passes, in order. */
  chain: Chain;
  operations: Manifest<string>;
}

/** The manifest according to the code. */
export type Current = Omit<CheckedIn, 'revision'>;

const MIN_REASON = 15;

/**
 * Reads the reasons of one revision: lines such as «- `clients.list rate: "a" → "b"`: because …» below «## Revision 3».
 * @returns reason by change.
 */
export function reasonsOf(page: string, revision: number): Map<string, string> {
  const section = page.split(/^## Revision /m).find((part) => part.startsWith(`${revision}\n`)) ?? '';
  // A list item may continue on indented lines.
  const items = section.replaceAll(/\n {2,}/g, ' ').matchAll(/^- `([^`]+)`: (.+)$/gm);
  return new Map([...items].map(([, change = '', reason = '']) => [change, reason.trim()]));
}

/** The manifest of the code compared with the committed one. */
export interface Comparison {
  changed: boolean;
  /** What to commit once every loosening has a reason. */
  next: CheckedIn;
  /** Loosenings without a reason in docs/security/manifest-changes.md. */
  unexplained: string[];
}

/**
 * @param page docs/security/manifest-changes.md.
 * @returns whether the manifest changed, and which changes require a reason. A tightening requires none.
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
