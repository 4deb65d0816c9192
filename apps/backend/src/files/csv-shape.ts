/** Separators by preference. */
const SEPARATORS: readonly [string, ...string[]] = [';', ',', '\t', '|'];

/** How many lines are examined, not counting lines without a separator: there may be titles above the table. */
const COUNTED_LINES = 30;

/** Longest text examined: thirty lines of an import are far shorter. */
const EXAMINED = 1_000_000;

/** How a table is written. */
export interface CsvShape {
  separator: string;
  /** Number of separators that most lines have. */
  count: number;
}

type Counts = ReadonlyMap<string, number>;

/**
 * What quotes mean: quoted cells may contain line breaks; or they are closed at the end of a line, so that a stray one
 * affects no other line; or they are text.
 */
const QUOTES = ['open', 'closed', 'text'] as const;

/** Counts each separator outside of quotes, by line, for lines that have any. */
function linesOf(text: string, separators: readonly string[], quotes: (typeof QUOTES)[number]): Counts[] {
  const lines: Counts[] = [];
  let counts = new Map<string, number>();
  let quoted = false;
  for (const character of text.slice(0, EXAMINED)) {
    if (character === '"') quoted = !quoted && quotes !== 'text';
    else if ((character === '\n' || character === '\r') && (quotes === 'closed' || !quoted)) {
      quoted = false;
      if (counts.size > 0) lines.push(counts);
      counts = new Map();
      if (lines.length === COUNTED_LINES) return lines;
    } else if (!quoted && separators.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts.size > 0 ? [...lines, counts] : lines;
}

/** @returns the most frequent number, the larger one of several, and the share of lines that have it. */
function usual(numbers: readonly number[]): { count: number; share: number } {
  const lines = new Map<number, number>();
  for (const each of numbers) lines.set(each, (lines.get(each) ?? 0) + 1);
  const [count = 0, times = 0] = [...lines]
    .filter(([each]) => each > 0)
    .reduce<readonly number[]>(
      (best, each) => (each[1] > (best[1] ?? 0) || (each[1] === best[1] && each[0] > (best[0] ?? 0)) ? each : best),
      [],
    );
  return { count, share: numbers.length === 0 ? 0 : times / numbers.length };
}

/**
 * Finds the separator: the one that most lines have equally often, and more often than others. Prose varies, a table
 * does not.
 * @param declared the only candidate, if the file names it.
 */
export function csvShape(text: string, declared?: string): CsvShape {
  const separators = declared === undefined ? SEPARATORS : [declared];
  const shapes = QUOTES.flatMap((quotes) => {
    const lines = linesOf(text, separators, quotes);
    return separators.map((separator) => {
      const { count, share } = usual(lines.map((line) => line.get(separator) ?? 0));
      return { separator, count, score: share * count };
    });
  });
  return shapes.reduce((best, each) => (each.score > best.score ? each : best));
}
