import { type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BULK_BODY } from '@despacho/contracts';
import { refused as refusedBy, withQuery } from '../support/refused.ts';
import { IDS, operationOf, policyOf, startSweep, type Sweep } from '../support/sweep.ts';

/** Size in bytes of a problem document with eight faults. */
const MAX_PROBLEM = 4096;

let sweep: Sweep;
beforeAll(async () => {
  sweep = await startSweep();
});
afterAll(() => sweep.close(), 120_000);

/** Bodies of this size that are expensive to validate. */
function expensive(bytes: number): Record<string, string> {
  const times = (text: string, size = bytes) => Array<string>(Math.floor(size / (text.length + 1))).fill(text);
  const keys = Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"k${index}":0`);
  const half = Math.floor((bytes - 10) / 2);
  return {
    numbers: `{"inesperado":[${times('0', bytes - 100).join(',')}]}`,
    objects: `{"inesperado":[${times('{}', bytes - 100).join(',')}]}`,
    keys: `{${keys.join(',')}}`,
    'a long key': `{"${'k'.repeat(bytes - 10)}":0}`,
    'nested arrays': `{"a":${'['.repeat(half)}${']'.repeat(half)}}`,
  };
}

describe('the most expensive request that a row allows', () => {
  const WITH_BODY = IDS.filter((id: OperationId) => operationOf(id).body !== null);

  it.each(WITH_BODY)('G40: %s answers an expensive body with a small problem', async (id) => {
    for (const [what, body] of Object.entries(expensive(Math.min(policyOf(id).limits.request, BULK_BODY)))) {
      const answer = await refusedBy(sweep, id, ({ request }) => ({ ...request, body }), ['invalid-request']);
      expect(answer.text.length, what).toBeLessThan(MAX_PROBLEM);
    }
  });

  it.each(IDS)('G40: %s answers many parameters with a small problem', async (id) => {
    const many = Array.from({ length: 120 }, (_, index) => `k${index}=1`).join('&');
    for (const query of [many, `${'k'.repeat(1000)}=1`]) {
      const answer = await refusedBy(sweep, id, ({ request }) => withQuery(request, query), ['invalid-request']);
      expect(answer.text.length).toBeLessThan(MAX_PROBLEM);
    }
  });
});
