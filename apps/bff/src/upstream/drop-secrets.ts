import { isDroppedName } from './secret-names.ts';
import { type Survey, surveyOf } from './survey.ts';

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isDroppedName(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutSecrets(entry)]));
}

/**
 * @param value JSON as it was parsed.
 * @param survey of the value, from whoever has looked already.
 * @returns an upstream's answer without the fields that are named like a secret, at any depth; the value itself where there
 * are none. Legacy hosts send whole database rows.
 * @throws Failure `upstream-broken` when it is nested beyond reason.
 */
export function dropSecrets(value: unknown, survey: Pick<Survey, 'drops'> = surveyOf(value)): unknown {
  return survey.drops ? withoutSecrets(value) : value;
}
