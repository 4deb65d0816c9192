import { describe, expect, it } from 'vitest';
import { PASSWORD, type PersonName } from './people.ts';
import request from './request.ts';
import { useDesk } from './use-desk.ts';

type Who = PersonName | 'nobody';

/** Grants M01 to the target by default; `keep` sends the target's current list. */
interface Save {
  target: PersonName | 'missing';
  list?: string[];
}

type Row = readonly [what: string, who: Who, call: string | Save, status: number];

/*
 * Written by hand, from the rules and not from the code: who may do what, in their own office, in another office of
 * their company, and in another company. «supervisor» and «blindsupervisor» have charge S.
 */
const MATRIX: readonly Row[] = [
  // users/{officeId}: requires G01; the user's own office, or any office of the company with charge S
  ['own office', 'nobody', '/legacy/api/users/N1', 401],
  ['own office', 'driver', '/legacy/api/users/N1', 403],
  ['own office', 'blindsupervisor', '/legacy/api/users/N1', 403],
  ['own office', 'admin', '/legacy/api/users/N1', 200],
  ['own office', 'supervisor', '/legacy/api/users/N1', 200],
  ['other office', 'admin', '/legacy/api/users/N2', 404],
  ['other office', 'supervisor', '/legacy/api/users/N2', 200],
  ['other office', 'blindsupervisor', '/legacy/api/users/N2', 403],
  ['other company', 'admin', '/legacy/api/users/S1', 404],
  ['other company', 'supervisor', '/legacy/api/users/S1', 404],
  ['other company', 'stranger', '/legacy/api/users/N1', 404],
  ['no such office', 'supervisor', '/legacy/api/users/NADA', 404],

  // permission/{id}: requires G01; a target in the user's own office, or in the company with charge S; not themselves; no
  // module one lacks
  ['own office', 'nobody', { target: 'driver' }, 401],
  ['own office', 'clerk', { target: 'driver' }, 403],
  ['own office', 'blindsupervisor', { target: 'driver' }, 403],
  ['own office', 'admin', { target: 'driver', list: ['M01', 'D01'] }, 200],
  ['own office, a module admin lacks', 'admin', { target: 'clerk', list: ['M01'] }, 403],
  ['own office, an unknown code admin lacks', 'admin', { target: 'driver', list: ['Z99'] }, 403],
  ['own office, keeping a module admin lacks', 'admin', { target: 'clerk', list: ['000', 'X07', 'D01'] }, 200],
  ['own office, taking a module admin lacks', 'admin', { target: 'driver', list: [] }, 200],
  ['own office, a module supervisor lacks', 'supervisor', { target: 'clerk', list: ['M01'] }, 200],
  ['own office, an unknown code', 'supervisor', { target: 'clerk', list: ['Z99'] }, 200],
  ['oneself', 'admin', { target: 'admin', list: ['G01'] }, 403],
  ['oneself', 'supervisor', { target: 'supervisor', list: ['G01', 'M01'] }, 403],
  ['other office', 'admin', { target: 'colleague', list: ['D01'] }, 404],
  ['other office', 'supervisor', { target: 'colleague', list: ['D01'] }, 200],
  ['other office, its last G01', 'supervisor', { target: 'neighbour', list: ['M01'] }, 400],
  ['other office, its last G01 kept', 'supervisor', { target: 'neighbour', list: ['G01'] }, 200],
  ['own office, one of two G01', 'supervisor', { target: 'admin', list: ['D01'] }, 200],
  // Only charge S may change charge S.
  ['charge S of the own office', 'admin', { target: 'supervisor', list: [] }, 403],
  ['charge S of the own office, its very list', 'admin', { target: 'supervisor', list: ['D01', 'G01'] }, 403],
  ['charge S of the own office, one module more', 'admin', { target: 'blindsupervisor', list: ['M01', 'D01'] }, 403],
  ['charge S of another office', 'neighbour', { target: 'supervisor', list: [] }, 404],
  ['charge S of the own office', 'supervisor', { target: 'blindsupervisor', list: ['M01', 'G01'] }, 200],
  ['charge S of another company', 'supervisor', { target: 'stranger', list: [] }, 404],
  ['other company', 'admin', { target: 'strangerclerk', list: ['D01'] }, 404],
  ['other company', 'supervisor', { target: 'strangerclerk', list: ['D01'] }, 404],
  ['other company', 'stranger', { target: 'driver', list: ['000'] }, 404],
  ['no such user', 'supervisor', { target: 'missing', list: [] }, 404],

  // clients: requires module 000; limited to the company
  ['list', 'nobody', '/legacy/base/clients/', 401],
  ['list', 'driver', '/legacy/base/clients/', 403],
  ['list', 'supervisor', '/legacy/base/clients/', 403],
  ['list', 'clerk', '/legacy/base/clients/', 200],
  ['own company', 'nobody', '/legacy/base/clients/c1', 401],
  ['own company', 'driver', '/legacy/base/clients/c1', 403],
  ['own company', 'clerk', '/legacy/base/clients/c1', 200],
  ['other company', 'clerk', '/legacy/base/clients/x1', 404],
  ['other company', 'stranger', '/legacy/base/clients/c1', 404],
  ['own company', 'stranger', '/legacy/base/clients/x1', 200],
  ['no such client', 'clerk', '/legacy/base/clients/nada', 404],
];

const nameOf = (call: string | Save): string =>
  typeof call === 'string' ? `GET ${call}` : `POST permission/${call.target} [${(call.list ?? ['M01']).join(' ')}]`;

describe('permissions of the legacy calls', () => {
  const desk = useDesk();

  async function tokenOf(who: PersonName): Promise<string> {
    const offices = { neighbour: 'N2', colleague: 'N2', stranger: 'S1', strangerclerk: 'S1' } as Record<string, string>;
    const answer = await request(desk.app)
      .get('/legacy/base/auth')
      .query({ sucursal: offices[who] ?? 'N1', user: who, password: PASSWORD })
      .expect(200);
    return (answer.body as { token: string }).token;
  }

  it.each(
    MATRIX.map(([what, who, call, status]) => ({ name: `${who}: ${nameOf(call)} (${what})`, who, call, status })),
  )('G20 G38: $name → $status', async ({ who, call, status }) => {
    const headers = who === 'nobody' ? {} : { Authorization: `Bearer ${await tokenOf(who)}` };
    const list = typeof call === 'string' ? [] : (call.list ?? ['M01']);
    const before = await desk.db.selectFrom('users').select(['id', 'permissions']).orderBy('id').execute();

    const answer =
      typeof call === 'string'
        ? await request(desk.app).get(call).set(headers)
        : await request(desk.app)
            .post(`/legacy/api/permission/${call.target}`)
            .set(headers)
            .send({ permissionsList: list.map((module) => ({ module })) });

    expect(answer.status).toBe(status);
    const after = await desk.db.selectFrom('users').select(['id', 'permissions']).orderBy('id').execute();
    if (status === 200 && typeof call !== 'string') {
      expect(after.find(({ id }) => id === call.target)?.permissions).toEqual(list);
      expect(answer.body).toEqual({ id: call.target, permissionsList: list.map((module) => ({ module })) });
    } else {
      expect(after).toEqual(before);
      if (status !== 200) expect(answer.body).toEqual({ message: expect.stringMatching(/^[A-ZÁÉÍÓÚ].{5,}/) as string });
    }
  });
});
