import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { findNamingTests, readRows } from '../rows/rows.ts';
import { asvsPage, readAssessments } from './asvs-page.ts';
import { ASVS_LEVELS } from './levels.ts';

const assessments = readAssessments();

describe('the table of OWASP ASVS 5.0', () => {
  it('contains every requirement of levels 1 and 2 once, with its level', () => {
    // The standard's own numbers: 70 of level 1 and 183 of level 2.
    const levels = [...ASVS_LEVELS.values()];
    expect([levels.filter((level) => level === 1), levels.filter((level) => level === 2)].map((l) => l.length)).toEqual(
      [70, 183],
    );
    expect(assessments.map(({ id, level }) => [id, level])).toEqual([...ASVS_LEVELS]);
  });

  it('gives each requirement a status, a topic and a reason', () => {
    for (const { id, status, topic, reason } of assessments) {
      expect(['met', 'not met', 'not applicable'], id).toContain(status);
      expect(topic.trim().length, id).toBeGreaterThan(2);
      expect(reason.trim().length, id).toBeGreaterThan(2);
    }
  });

  it('names tested rows or existing tests for met requirements, and only for those', () => {
    const proved = new Set(findNamingTests().flatMap(({ ids }) => ids));
    const rows = new Set(readRows().map(({ id }) => id));
    const isProof = (proof: string) =>
      /^[GSC]\d+$/.test(proof)
        ? rows.has(proof) && proved.has(proof)
        : proof.endsWith('.test.ts') && existsSync(`${ROOT}${proof}`);
    for (const { id, status, proof = [] } of assessments) {
      expect(proof.length > 0, id).toBe(status === 'met');
      expect(
        proof.filter((one) => !isProof(one)),
        id,
      ).toEqual([]);
    }
  });

  it('names only existing pages and decisions', () => {
    for (const { id, reason } of assessments)
      for (const [path] of reason.matchAll(/docs\/[\w/.-]+?\.md\b/g))
        expect(existsSync(`${ROOT}${path}`), `${id} ${path}`).toBe(true);
  });

  it('shows each requirement with its proof and counts them', () => {
    const page = asvsPage([
      { id: 'V6.2.1', level: 1, topic: 'Length', status: 'met', reason: 'Eight.', proof: ['G19', 'a/b.test.ts'] },
      { id: 'V6.3.3', level: 2, topic: 'Factors', status: 'not met', reason: 'One.' },
    ]);
    expect(page).toContain('| 1 | 1 | 0 | 0 |');
    expect(page).toContain('| 2 | 0 | 1 | 0 |');
    expect(page).toContain('## V6 Authentication');
    expect(page).toContain('[G19](controls.md#g19), [`b.test.ts`](../../a/b.test.ts)');
  });
});
