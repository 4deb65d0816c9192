import type * as z from 'zod/mini';

/** Faults a problem document lists. */
const MAX_LISTED = 8;
/** Characters of a field's path, and of a message: unknown keys can be as long as the body. */
const MAX_TEXT = 120;

interface Faults {
  errors: { field: string; message: string }[];
  /** Missing where all faults are listed. */
  moreErrors?: number;
}

const bounded = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/**
 * Lists what is wrong with a part of a request, bounded in number and length whatever the request holds.
 * @param part `params`, `query` or `body`, before the path of each field.
 * @returns the first faults, each unknown key as one, and how many more there are.
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
