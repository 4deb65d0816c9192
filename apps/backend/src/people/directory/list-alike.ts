import { nameText, officeCode } from '@despacho/contracts';
import { type Database } from '#platform/database/open-database.ts';
import { usernameKey } from './usernames.ts';
import { codeKey } from '../offices/code-key.ts';

/** Names that were accepted before they were checked. */
interface Alike {
  what: string;
  names: string[];
  why: string;
}

const MIXED = 'letters of two alphabets, or invisible ones';

/** @returns the groups of names that share a key. */
const groups = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] =>
  [...Map.groupBy(rows, keyOf).values()].filter((group) => group.length > 1);

/** @returns accepted values that current rules would refuse. They stay valid. */
export async function listAlike(db: Database): Promise<Alike[]> {
  const offices = await db.selectFrom('offices').select(['id', 'name']).orderBy('id').execute();
  const companies = await db.selectFrom('companies').select('name').orderBy('name').execute();
  const users = await db.selectFrom('users').select(['office_id', 'username']).orderBy('username').execute();
  const isText = ({ name }: { name: string }): boolean => nameText(120).safeParse(name).data === name;
  return [
    ...groups(offices, ({ id }) => codeKey(id)).map((alike) => ({
      what: 'offices',
      names: alike.map(({ id }) => id),
      why: 'look alike',
    })),
    ...offices.flatMap(({ id }) =>
      officeCode.safeParse(id).success
        ? []
        : { what: 'office', names: [id], why: 'not only Latin letters, digits and -' },
    ),
    ...groups(users, ({ office_id, username }) => `${office_id}\n${usernameKey(username)}`).map((alike) => ({
      what: `users of ${alike[0]?.office_id ?? ''}`,
      names: alike.map(({ username }) => username),
      why: 'look alike',
    })),
    ...[
      ...offices.map(({ name }) => ({ what: 'name of an office', name })),
      ...companies.map(({ name }) => ({ what: 'name of a company', name })),
    ]
      .filter((each) => !isText(each))
      .map(({ what, name }) => ({ what, names: [name], why: MIXED })),
  ];
}
