import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTlsFront } from '../../../apps/bff/test/support/certificates.ts';
import { audit, CHECKS, type Result } from '../../src/audit/audit.ts';
import { ROOT } from '../../src/root.ts';
import { readControls } from '../../src/rows/rows.ts';
import { ROUTINE, WEAKENED } from './defences.ts';
import { auditGateway, withGateway } from './gateways.ts';
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

/** Ids of the checks that the removed defences of both gateways break. */
const NOTICED = WEAKENED.filter(({ without }) => ROUTINE.flat().includes(without)).flatMap(({ noticed }) => noticed);

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

  it('passes on an unchanged gateway, and reports a certificate for another name', async () => {
    await withGateway({ changes: [], tls: 'good' }, surroundings, async ({ port, origin }) => {
      const { credentials, ca } = surroundings;
      const results = await audit({ address: new URL(origin), credentials, ca: ca.text });
      expect(brokenOf(results)).toEqual([]);
      expect(keptOf(results)).toEqual(CHECKS.map(({ id }) => id).filter((id) => !LEFT_OUT.includes(id)));

      const front = await startTlsFront(`http://127.0.0.1:${port}`, surroundings.certificates['for another name']);
      const address = new URL(`https://localhost:${front.port}`);
      const [found] = await audit({ address, credentials, ca: ca.text, only: ['certificate'] });
      front.close();
      expect(found).toMatchObject({ id: 'certificate', verdict: 'broken' });
    });
  });

  it('finds the code of each defence exactly once', () => {
    for (const { without, changes } of WEAKENED)
      for (const { file, from, to } of changes) {
        expect(readFileSync(`${ROOT}${file}`, 'utf8').split(from), `${without} (${file})`).toHaveLength(2);
        expect(to).not.toBe(from);
      }
  });

  // Each gateway lacks several defences. The checks of the other gateway's defences must pass on it.
  it.each(ROUTINE.map((group) => ({ group, without: group.join(', ') })))(
    'fails on one without $without, and finds nothing else',
    async ({ group }) => {
      const lacking = group.map((name) => WEAKENED.filter(({ without }) => without === name)).flat();
      expect(lacking).toHaveLength(group.length);
      const changes = lacking.flatMap((one) => one.changes);
      const results = await auditGateway({ changes, tls: 'good' }, surroundings, { only: NOTICED });
      const broken = results.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
      expect(broken.sort()).toEqual(lacking.flatMap(({ noticed }) => noticed).sort());
      expect(results).toHaveLength(NOTICED.length);
    },
  );
});
