/** Separators in order of preference. */
const SEPARATORS: readonly [string, ...string[]] = [';', ',', '\t', '|'];

/** Number of lines examined. Lines without a separator do not count: there may be titles above the table. */
const COUNTED_LINES = 30;

/** Characters examined at most: thirty lines of an import are far shorter. */
const EXAMINED = 1_000_000;

/** How the rows of a CSV file are separated. */
export interface CsvShape {
  separator: string;
  /** Number of separators in most lines. */
  count: number;
}

type Counts = ReadonlyMap<string, number>;

/**
 * Ways to read quotes. `open`: quoted cells may contain line breaks. `closed`: a quote ends with its line, so that a
 * stray one affects no other line. `text`: quotes are ordinary characters.
 */
const QUOTES = ['open', 'closed', 'text'] as const;

/** Counts the separators outside of quotes in each line that has any. */
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

/** @returns the most frequent number (the larger one of two) and the share of lines that have it. */
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
 * Finds the separator: the one with a high count that is the same in most lines. In prose the count varies.
 * @param declared the separator that the file declares, which is then the only candidate.
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
