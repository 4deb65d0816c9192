import { type Action } from './action.ts';
import { lineText, receiptLines } from './receipt-lines.ts';
import { receiptSummary } from './receipt-summary.ts';

const SIGNS = { done: '✓', same: '=', refused: '✗' } as const;

/**
 * A receipt as plain text, for pasting into a message.
 * @param when date and time of the action at the office.
 */
export function receiptText(action: Action, when: string, now: Date): string {
  const lines = receiptLines(action).map((line) => {
    const to = line.part === undefined ? '' : ` → ${line.part}`;
    return `${SIGNS[line.result]} ${line.code}${to}: ${lineText(line, now)}`;
  });
  return [`${action.title} · ${when}`, receiptSummary(action).text, ...lines].join('\n');
}
