import { type Result } from './audit.ts';

const MARKS: Record<Result['verdict'], string> = { kept: '✓', broken: '✗', unknown: '–' };

/** @returns the terminal lines of one result. */
export function resultLines({ row, id, title, verdict, notes }: Result): string[] {
  const head = `${MARKS[verdict]} ${row.padEnd(4)} ${id.padEnd(22)} ${title}`;
  return [head, ...notes.map((note) => `${' '.repeat(7)}${verdict === 'broken' ? '✗ ' : ''}${note}`)];
}

/** @returns how many rows were kept, broken and not checked. */
export function summaryLine(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((one) => one.verdict === verdict).length;
  return `${count('kept')} kept, ${count('broken')} broken, ${count('unknown')} not checkable here`;
}
