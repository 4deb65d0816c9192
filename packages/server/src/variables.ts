import { readFileSync } from 'node:fs';
import { isMonotonous, MONOTONOUS } from './settings.ts';

/** One environment variable. Tests compare `.env.example` and pages of docs/ with the lists of them. */
export interface Variable {
  name: string;
  /** A secret may also come from `NAME_FILE`, the path of a file with the value. */
  secret: boolean;
  /** `null`: no default. The description says whether the variable is required. */
  default: string | null;
  description: string;
}

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The messages of a program for faults of a variable that may come from a file. */
interface Wording {
  /** Both NAME and NAME_FILE have a value. */
  both: (name: string) => string;
  /** The file of NAME_FILE cannot be read. */
  unreadable: (name: string) => string;
}

/**
 * Picks the listed variables from the environment. An empty one counts as absent, as compose files write it.
 * @param predictable names of secrets that others issue, so that they may repeat few characters.
 * @returns the values, with defaults, and their faults, by variable and without values.
 */
export function readVariables(
  variables: readonly Variable[],
  environment: Environment,
  { both, unreadable }: Wording,
  predictable: readonly string[] = [],
): { values: Record<string, string>; faults: { name: string; text: string }[] } {
  const values: Record<string, string> = {};
  const faults: { name: string; text: string }[] = [];
  const valueOf = (name: string): string | undefined => (environment[name]?.trim() ? environment[name] : undefined);
  for (const { name, secret, default: fallback } of variables) {
    const file = secret ? valueOf(`${name}_FILE`) : undefined;
    let value = valueOf(name);
    if (file !== undefined && value !== undefined) faults.push({ name, text: both(name) });
    else if (file !== undefined)
      try {
        // Editors and `echo` end a file with a line break that is not part of the secret.
        value = readFileSync(file, 'utf8').trim();
      } catch {
        faults.push({ name, text: unreadable(name) });
      }
    value ??= fallback ?? undefined;
    if (value !== undefined) values[name] = value;
    if (secret && !predictable.includes(name) && value !== undefined && isMonotonous(value))
      faults.push({ name, text: `${name} ${MONOTONOUS}` });
  }
  return { values, faults };
}
