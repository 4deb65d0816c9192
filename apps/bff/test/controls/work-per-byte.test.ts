import { type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BULK_BODY } from '@despacho/contracts';
import { listFaults } from '#problems/list-faults.ts';
import { oneOfEach } from '../support/full.ts';
import { rowKind } from '../support/kinds.ts';
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

const WITH_BODY = IDS.filter((id: OperationId) => operationOf(id).body !== null);
const bodiesOf = (id: OperationId) => Object.entries(expensive(Math.min(policyOf(id).limits.request, BULK_BODY)));
/** Without a contract, any parameter is refused. */
const queryKind = (id: OperationId): string => `${rowKind(id)} ${operationOf(id).query === null}`;
const MANY = Array.from({ length: 120 }, (_, index) => `k${index}=1`).join('&');
const QUERIES = [MANY, `${'k'.repeat(1000)}=1`];

describe('the most expensive request that a row allows', () => {
  it.each(oneOfEach(WITH_BODY, rowKind))('G40: %s answers an expensive body with a small problem', async (id) => {
    for (const [what, body] of bodiesOf(id)) {
      const answer = await refusedBy(sweep, id, ({ request }) => ({ ...request, body }), ['invalid-request']);
      expect(answer.text.length, what).toBeLessThan(MAX_PROBLEM);
    }
  });

  it.each(oneOfEach(IDS, queryKind))('G40: %s answers many parameters with a small problem', async (id) => {
    for (const query of QUERIES) {
      const answer = await refusedBy(sweep, id, ({ request }) => withQuery(request, query), ['invalid-request']);
      expect(answer.text.length).toBeLessThan(MAX_PROBLEM);
    }
  });
});

describe('the contract of a row', () => {
  /** @returns the size of the faults in a problem; undefined if the contract accepts the value. */
  function sizeOfFaults(part: 'body' | 'query', id: OperationId, value: unknown): number | undefined {
    const contract = operationOf(id)[part];
    if (contract === null) return 0;
    const issues = contract.safeParse(value).error?.issues;
    return issues && JSON.stringify(listFaults(part, issues)).length;
  }

  it.each(WITH_BODY)('G40: %s names few faults of an expensive body', (id) => {
    for (const [what, body] of bodiesOf(id))
      expect(sizeOfFaults('body', id, JSON.parse(body)), what).toBeLessThan(MAX_PROBLEM);
  });

  it.each(IDS)('G40: %s names few faults of many parameters', (id) => {
    for (const query of QUERIES)
      expect(sizeOfFaults('query', id, Object.fromEntries(new URLSearchParams(query)))).toBeLessThan(MAX_PROBLEM);
  });
});
