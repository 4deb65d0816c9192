import { clipCell, MAX_CELL_LENGTH, MAX_COLUMNS } from './file-limits.ts';

const SEPARATORS: readonly [string, ...string[]] = [';', ',', '\t'];

const isSeparator = (character: string): boolean => SEPARATORS.includes(character);

/** How many lines are examined, not counting lines without a separator: there may be titles above the table. */
const COUNTED_LINES = 30;

/**
 * Chooses the separator with the highest median count per line, outside of quotes: a table has the same number in every
 * line. The first one wins a tie.
 */
function separatorOf(text: string): string {
  const lines: Map<string, number>[] = [];
  let counts = new Map<string, number>();
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (counts.size === 0) continue;
      lines.push(counts);
      counts = new Map();
      if (lines.length === COUNTED_LINES) break;
    } else if (!quoted && isSeparator(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  if (counts.size > 0) lines.push(counts);
  const median = (separator: string): number => {
    const sorted = lines.map((line) => line.get(separator) ?? 0).toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return SEPARATORS.reduce((best, each) => (median(each) > median(best) ? each : best), SEPARATORS[0]);
}

/** @returns the position of the quote that closes a cell begun at `from`, or the end of the text. */
function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? text.length : end;
}

/** The separator declaration that spreadsheets write before the header. */
const DECLARED = /^sep=(.)\r?\n/i;

/**
 * Parses a CSV file separated by semicolon, comma or tab, whichever its first line uses. Quoted cells may contain
 * separators, line breaks and doubled quotes. An unclosed quote extends to the end of the file. Long cells are
 * truncated, see `clipCell`.
 * @param maxRows maximum number of rows to read.
 */
export function readCsv(given: string, maxRows: number): string[][] {
  const declared = DECLARED.exec(given);
  const text = declared ? given.slice(declared[0].length) : given;
  const separator = declared?.[1] ?? separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let place = 0;
  while (place < text.length && rows.length < maxRows) {
    let cell = '';
    if (text[place] === '"') {
      const end = endOfQuoted(text, ++place);
      // Only enough to decide whether the cell is truncated: an unclosed quote spans the rest of the file.
      cell = text.slice(place, Math.min(end, place + 2 * MAX_CELL_LENGTH + 2)).replaceAll('""', '"');
      place = end + 1;
    }
    // Text after a closing quote belongs to the cell: people also write 5".
    const from = place;
    while (place < text.length && text[place] !== separator && text[place] !== '\n' && text[place] !== '\r') place++;
    if (row.length < MAX_COLUMNS) row.push(clipCell(cell + text.slice(from, place)));
    if (text[place] === separator) {
      place++;
      // A separator at the very end is followed by an empty cell.
      if (place < text.length) continue;
      if (row.length < MAX_COLUMNS) row.push('');
    } else place += text[place] === '\r' && text[place + 1] === '\n' ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return rows;
}
