import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CHECKS, type Result } from '../../src/audit/audit.ts';
import { ROOT } from '../../src/root.ts';
import { readControls } from '../../src/rows/rows.ts';
import { ROUTINE, WEAKENED } from './defences.ts';
import { type Weakened } from './defences/weakened.ts';
import { auditGateway } from './gateways.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';

// Each test bundles and starts a gateway, and the audit of an unchanged one pauses as a proxy would.
vi.setConfig({ testTimeout: 90_000 });

let surroundings: Surroundings;

beforeAll(async () => {
  surroundings = await startSurroundings();
});

afterAll(async () => {
  await surroundings.close();
});

const brokenOf = (results: Result[]) =>
  results.filter(({ verdict }) => verdict === 'broken').map(({ id, notes }) => `${id}: ${notes.join('; ')}`);
const keptOf = (results: Result[]) => results.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id);

/** Checks that only run on request; `npm run audit:defences` runs them. */
const LEFT_OUT = ['slow-headers', 'background', 'throttle'];

describe('npm run audit:gateway', () => {
  it('names existing rows', () => {
    const rows = readControls().map(({ id }) => id);
    expect(CHECKS.filter(({ row }) => !rows.includes(row))).toEqual([]);
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  });

  it('has a weakened gateway for each check', () => {
    const noticed = new Set(WEAKENED.flatMap((one) => one.noticed));
    expect(CHECKS.map(({ id }) => id).filter((id) => !noticed.has(id))).toEqual([]);
  });

  it('passes on an unchanged gateway', async () => {
    const results = await auditGateway({ changes: [], tls: 'good' }, surroundings);
    expect(brokenOf(results)).toEqual([]);
    expect(keptOf(results)).toEqual(CHECKS.map(({ id }) => id).filter((id) => !LEFT_OUT.includes(id)));
  });

  it('finds the code of each defence exactly once', () => {
    for (const { without, changes } of WEAKENED)
      for (const { file, from, to } of changes) {
        expect(readFileSync(`${ROOT}${file}`, 'utf8').split(from), `${without} (${file})`).toHaveLength(2);
        expect(to).not.toBe(from);
      }
  });

  it.each(WEAKENED.filter(({ without }) => ROUTINE.includes(without)))(
    'fails on one without $without',
    async (weakened: Weakened) => {
      const results = await auditGateway(weakened, surroundings, { only: weakened.noticed });
      expect(
        results
          .filter(({ verdict }) => verdict === 'broken')
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...weakened.noticed].sort());
    },
  );
});
