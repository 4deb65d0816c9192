import { describe, expect, it } from 'vitest';
import { type Result } from './audit.ts';
import { resultLines, summaryLine } from './report.ts';

const result = (verdict: Result['verdict'], ...notes: string[]): Result => ({
  id: 'cors',
  row: 'G17',
  title: 'a foreign read is allowed nothing',
  verdict,
  notes,
});

describe('the report of an audit', () => {
  it('marks kept rows, broken ones with each fault, and unchecked ones with the reason', () => {
    expect(resultLines(result('kept'))).toEqual(['✓ G17  cors                   a foreign read is allowed nothing']);
    expect(resultLines(result('broken', 'one', 'two')).map((line) => line.trim().slice(0, 5))).toEqual([
      '✗ G17',
      '✗ one',
      '✗ two',
    ]);
    expect(resultLines(result('proxy', '404'))[1]).toBe('       answered by the proxy: 404');
    expect(resultLines(result('unknown', 'needs a sign-in'))[1]).toBe('       needs a sign-in');
  });

  it('counts each verdict separately, so that unchecked rows do not look kept', () => {
    expect(
      summaryLine([result('kept'), result('unknown'), result('broken', 'x'), result('proxy', 'y'), result('kept')]),
    ).toBe('2 kept, 1 broken, 1 answered by the proxy, 1 not checkable here');
  });
});
