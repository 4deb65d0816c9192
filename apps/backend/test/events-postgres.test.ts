import { type LiveEvent } from '@despacho/contracts';
import { CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { followEvents, type Step } from '#platform/events/follow-events.ts';
import { onPostgres } from './postgres-world.ts';
import { NOW } from './test-services.ts';

const event = (officeId: string, name: string): LiveEvent => ({
  type: 'permissions.changed',
  at: NOW.toISOString(),
  officeId,
  actor: { username: 'a', user: 'a' },
  subject: { id: name, username: name, user: name },
  added: [],
  removed: [],
});

/** Records every statement that a database is asked to run. */
class Recorder implements KyselyPlugin {
  readonly statements: CompiledQuery[] = [];
  readonly #compiler = new PostgresQueryCompiler();

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.statements.push(this.#compiler.compileQuery(node, queryId));
    return node;
  }
  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** What a statement reads of a table: rows, rows dropped by filters, and blocks. */
async function readsOf(db: Database, { sql: text, parameters }: CompiledQuery, table: string) {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
  );
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const reads = { rows: 0, dropped: 0, blocks: 0 };
  for (const { Plan } of rows.flatMap((row) => row['QUERY PLAN']))
    for (const node of nodes(Plan)) {
      // A bitmap heap scan has the rows and blocks of its index scan, whose node names no table.
      if (node['Relation Name'] !== table) continue;
      const loops = node['Actual Loops'];
      reads.rows += node['Actual Rows'] * loops;
      reads.dropped += (node['Rows Removed by Filter'] ?? 0) * loops;
      reads.blocks += node['Shared Hit Blocks'] + node['Shared Read Blocks'];
    }
  return reads;
}

onPostgres('the event log on a real Postgres', (world) => {
  /** Inserts old events of an office. */
  async function fill(officeId: string, count: number): Promise<void> {
    await sql`
      insert into events (office_id, position, type, at, data)
      select ${officeId}, n, 'permissions.changed', now(), ${JSON.stringify(event(officeId, 'old'))}::jsonb
      from generate_series(1, ${count}::integer) as n`.execute(world.db);
    await world.db.updateTable('offices').set({ event_position: count }).where('id', '=', officeId).execute();
  }

  async function write(...events: LiveEvent[]): Promise<void> {
    for (const each of events) await world.db.transaction().execute((trx) => appendEvent(trx, 'norte', each));
  }

  it('reads only new events of followed offices, however long the log is', async () => {
    // Offices of another company that sort before, between and after the reader's.
    await world.db
      .insertInto('offices')
      .values(['A1', 'N1B'].map((id) => ({ id, company_id: 'sur', name: id, time_zone: 'America/Lima' })))
      .execute();
    for (const officeId of ['A1', 'N1B', 'S1']) await fill(officeId, 40_000);
    await fill('N1', 20_000);
    await fill('N2', 5);
    await sql`vacuum (analyze) events`.execute(world.db);

    const recorder = new Recorder();
    const db = world.db.withPlugin(recorder);
    // An hour between polls, so that only nudges cause reads.
    const feed = new EventFeed(db, world.services.logger, { pollMs: 3_600_000 });
    const stop = new AbortController();
    const follow = (lastEventId?: string) =>
      followEvents({ ...world.services, db, feed }, ['N1', 'N2'], {
        ...(lastEventId !== undefined && { lastEventId }),
        isFor: () => true,
        signal: stop.signal,
      });
    const next = async (steps: AsyncGenerator<Step>): Promise<Step> => (await steps.next()).value as Step;
    /** The statements during `work` that read the log. */
    async function readMeanwhile(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
      const before = recorder.statements.length;
      await work();
      return recorder.statements.slice(before).filter(({ sql: text }) => text.includes('"events"'));
    }
    /** @param most maximum number of blocks, as for a few range scans. */
    async function expectRangeScans(statements: CompiledQuery[], rows: number, most: number): Promise<void> {
      expect(statements).not.toEqual([]);
      const reads = await Promise.all(statements.map((each) => readsOf(world.db, each, 'events')));
      expect(reads.map(({ dropped }) => dropped)).toEqual(reads.map(() => 0));
      expect(reads.reduce((sum, each) => sum + each.rows, 0)).toBe(rows);
      expect(reads.reduce((sum, each) => sum + each.blocks, 0)).toBeLessThanOrEqual(most);
    }

    const steps = follow();
    const { cursor } = await next(steps);
    await write(event('N1', 'one'), event('N2', 'two'), event('N2', 'three'));
    const live = await readMeanwhile(async () => {
      feed.nudge('N1');
      feed.nudge('N2');
      for (let index = 0; index < 3; index++) expect(await next(steps)).toMatchObject({ kind: 'event' });
    });
    await expectRangeScans(live, 3, 12);

    const again = follow(cursor);
    const resumed = await readMeanwhile(async () => {
      expect(await next(again)).toMatchObject({ kind: 'place' });
      for (let index = 0; index < 3; index++) expect(await next(again)).toMatchObject({ kind: 'event' });
    });
    // One query checks that all events still exist, and one reads them.
    await expectRangeScans(resumed, 6, 24);

    // Control: the same measure detects a scan of the whole log.
    const whole = world.db.selectFrom('events').select('data').where('type', '=', 'none').compile();
    expect(await readsOf(world.db, whole, 'events')).toMatchObject({ dropped: 140_008 });
    stop.abort();
    await feed.close();
  });

  it('runs one query for all streams of a process at the same position', async () => {
    const recorder = new Recorder();
    const db = world.db.withPlugin(recorder);
    const feed = new EventFeed(db, world.services.logger, { pollMs: 100 });
    const stop = new AbortController();
    // Ten readers of the whole company, and one of its first office.
    const streams = [...Array.from({ length: 10 }, () => ['N1', 'N2']), ['N1']].map((officeIds) =>
      followEvents({ ...world.services, db, feed }, officeIds, { isFor: () => true, signal: stop.signal }),
    );
    for (const steps of streams) await steps.next();
    const before = recorder.statements.length;
    // Written by another process, so only a poll can notice it.
    await write(event('N1', 'one'));
    const steps = await Promise.all(streams.map((each) => each.next()));
    expect(steps.map(({ value }) => (value as Step).kind)).toEqual(streams.map(() => 'event'));
    const asked = recorder.statements.slice(before).map(({ sql: text }) => /from "(\w+)"/.exec(text)?.[1]);
    expect(asked.filter((table) => table === 'events')).toHaveLength(1);
    expect(new Set(asked)).toEqual(new Set(['offices', 'events']));
    stop.abort();
    await feed.close();
  });
});
