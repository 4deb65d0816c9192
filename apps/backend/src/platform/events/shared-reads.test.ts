import { describe, expect, it } from 'vitest';
import { type StoredEvent } from './events-repository.ts';
import { SharedReads } from './shared-reads.ts';

const eventAt = (position: number): StoredEvent => ({ officeId: 'LIMA', position, type: 'order.changed', data: {} });

/** A database whose queries stay pending until the test answers them. */
function slowDatabase() {
  const asked: PromiseWithResolvers<StoredEvent[]>[] = [];
  const reads = new SharedReads(() => {
    const answer = Promise.withResolvers<StoredEvent[]>();
    asked.push(answer);
    return answer.promise;
  });
  return { asked, reads };
}

describe('reads that streams share', () => {
  it('run one query for all readers at the same position', async () => {
    const { asked, reads } = slowDatabase();
    const answers = Array.from({ length: 1000 }, () => reads.after('LIMA', 3, 200));
    expect(asked).toHaveLength(1);
    asked[0]?.resolve([eventAt(4)]);
    for (const answer of answers) expect(await answer).toEqual([eventAt(4)]);
  });

  it('run separate queries for other positions, offices or sizes', () => {
    const { asked, reads } = slowDatabase();
    void reads.after('LIMA', 3, 200);
    void reads.after('LIMA', 4, 200);
    void reads.after('LIMA', 3, 100);
    void reads.after('CUSCO', 3, 200);
    expect(asked).toHaveLength(4);
  });

  it('do not share a query that began before the reader was woken', async () => {
    const { asked, reads } = slowDatabase();
    const early = reads.after('LIMA', 3, 200);
    reads.renew('CUSCO');
    expect(reads.after('LIMA', 3, 200)).toBe(early);
    reads.renew('LIMA');
    const late = reads.after('LIMA', 3, 200);
    expect(asked).toHaveLength(2);
    asked[0]?.resolve([]);
    expect(await early).toEqual([]);
    // When the outdated query ends, the newer one must stay shared.
    const later = reads.after('LIMA', 3, 200);
    expect(asked).toHaveLength(2);
    asked[1]?.resolve([eventAt(4)]);
    expect(await late).toEqual([eventAt(4)]);
    expect(await later).toEqual([eventAt(4)]);
  });

  it('cache neither results nor failures', async () => {
    const { asked, reads } = slowDatabase();
    const first = reads.after('LIMA', 3, 200);
    asked[0]?.reject(new Error('connection lost'));
    await expect(first).rejects.toThrow('connection lost');
    const second = reads.after('LIMA', 3, 200);
    asked[1]?.resolve([]);
    expect(await second).toEqual([]);
    void reads.after('LIMA', 3, 200);
    expect(asked).toHaveLength(3);
  });
});
