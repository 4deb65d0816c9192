import { type Result } from './audit.ts';

const MARKS: Record<Result['verdict'], string> = { kept: '✓', broken: '✗', proxy: '·', unknown: '–' };

/** @returns the terminal lines of one result. */
export function resultLines({ row, id, title, verdict, notes }: Result): string[] {
  const head = `${MARKS[verdict]} ${row.padEnd(4)} ${id.padEnd(22)} ${title}`;
  const before = { kept: '', broken: '✗ ', proxy: 'answered by the proxy: ', unknown: '' }[verdict];
  return [head, ...notes.map((note) => `${' '.repeat(7)}${before}${note}`)];
}

/** @returns how many rows were kept, broken, refused by a proxy in front, and not checked. */
export function summaryLine(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((one) => one.verdict === verdict).length;
  return `${count('kept')} kept, ${count('broken')} broken, ${count('proxy')} answered by the proxy, ${count('unknown')} not checkable here`;
}
