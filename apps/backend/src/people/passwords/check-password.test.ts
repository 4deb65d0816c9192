import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { type Schema } from '#platform/database/schema.ts';
import { checkNewPassword, judgePassword } from './check-password.ts';

/** A database without rows. */
const rules = {
  db: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};
const owner = { username: 'ana', officeId: 'LIMA' };

it('G40: checks a new password before those that a strength meter requests', async () => {
  const finished: string[] = [];
  const meter = Array.from({ length: 12 }, async (_, at) => {
    await judgePassword(rules, `${at} lluvia trompeta camión`, owner).catch(() => undefined);
    finished.push('meter');
  });
  const change = checkNewPassword(rules, 'naranja tejado violín', owner).then(() => finished.push('change'));
  await Promise.all([...meter, change]);
  expect(finished.indexOf('change')).toBeLessThanOrEqual(1);
}, 60_000);
