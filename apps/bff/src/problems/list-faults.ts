import type * as z from 'zod/mini';

/** Maximum number of faults in a problem document. */
const MAX_LISTED = 8;
/** Maximum characters of a field's path, and of a message: unknown keys can be as long as the body. */
const MAX_TEXT = 120;

interface Faults {
  errors: { field: string; message: string }[];
  /** Missing if all faults are listed. */
  moreErrors?: number;
}

const bounded = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/**
 * Lists the faults of a part of a request, limited in number and length.
 * @param part `params`, `query` or `body`, prefixed to each path.
 * @returns the first faults, each unknown key as one, and the number of others.
 */
export function listFaults(part: string, issues: readonly z.core.$ZodIssue[]): Faults {
  const errors: Faults['errors'] = [];
  let total = 0;
  for (const issue of issues) {
    const place = [part, ...issue.path.map(String)];
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    total += unknown?.length ?? 1;
    const room = MAX_LISTED - errors.length;
    if (room <= 0) continue;
    if (!unknown) errors.push({ field: bounded(place.join('.')), message: bounded(issue.message) });
    else
      for (const key of unknown.slice(0, room))
        errors.push({ field: bounded([...place, key].join('.')), message: 'Campo desconocido' });
  }
  return { errors, ...(total > errors.length && { moreErrors: total - errors.length }) };
}
