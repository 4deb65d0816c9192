import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { findNamingTests, readRows } from '../rows/rows.ts';
import { asvsPage, readAssessments } from './asvs-page.ts';

/**
 * Levels of the requirements of OWASP ASVS 5.0.0, by section: one digit per requirement, in order. Level 3 comes last
 * in every section and is left out.
 */
const SECTIONS: Readonly<Record<string, string>> = {
  'V1.1': '22',
  'V1.2': '111112222',
  'V1.3': '11222222222',
  'V1.4': '222',
  'V1.5': '12',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '1222',
  'V2.4': '2',
  'V3.2': '11',
  'V3.3': '1222',
  'V3.4': '112222',
  'V3.5': '11122',
  'V3.7': '22',
  'V4.1': '122',
  'V4.2': '2',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112',
  'V5.3': '11',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '1122',
  'V6.4': '1122',
  'V6.5': '22222',
  'V6.6': '222',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '22',
  'V7.6': '22',
  'V8.1': '12',
  'V8.2': '112',
  'V8.3': '1',
  'V8.4': '2',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '22',
  'V10.3': '2222',
  'V10.4': '11111222222',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '22',
  'V11.2': '222',
  'V11.3': '112',
  'V11.4': '1222',
  'V11.5': '2',
  'V11.6': '2',
  'V12.1': '122',
  'V12.2': '11',
  'V12.3': '2222',
  'V13.1': '2',
  'V13.2': '22222',
  'V13.3': '22',
  'V13.4': '12222',
  'V14.1': '22',
  'V14.2': '1222',
  'V14.3': '122',
  'V15.1': '122',
  'V15.2': '122',
  'V15.3': '1222222',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '222',
  'V17.1': '2',
  'V17.2': '2222',
  'V17.3': '22',
};

/** The level of each requirement of levels 1 and 2, by its id (`V6.2.1`). */
const ASVS_LEVELS: ReadonlyMap<string, number> = new Map(
  Object.entries(SECTIONS).flatMap(([section, levels]) =>
    Array.from(levels, (level, index) => [`${section}.${index + 1}`, Number(level)] as const),
  ),
);

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
