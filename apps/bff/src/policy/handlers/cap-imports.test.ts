import { expect, it } from 'vitest';
import { capImports } from './cap-imports.ts';
import { createOwners } from '../../session/owner.ts';
import { type Call } from '../policy.ts';

interface Who {
  sucursal: string;
  id: string | null;
  username: string;
}

/** Has an import capped. @returns what was counted, and what came of it. */
async function capped({ sucursal, id, username }: Who) {
  const counted: { person: string; office: string }[] = [];
  const imports = {
    run: (who: { person: string; office: string }, work: () => Promise<unknown>) => {
      counted.push(who);
      return work();
    },
  };
  const person = { sucursal, id, username, officeId: 'LIMA' };
  const call = {
    req: { session: { live: { key: 'k', record: { person, sealed: 'x' } } } },
    query: { officeId: 'CUSCO' },
    body: { file: 'abc' },
    services: { imports, sessions: { owners: createOwners(['a-secret-of-thirty-two-characters']) } },
  } as unknown as Call<'imports.preview'>;
  const sent = await capImports(call, (body) => Promise.resolve(['sent', body]));
  return { person: counted[0]?.person, office: counted[0]?.office, times: counted.length, sent };
}

it('G16: counts an import for its person and the office it names, and sends what was checked', async () => {
  const ana = await capped({ sucursal: 'LIMA', id: '7', username: 'ana' });
  expect(ana).toMatchObject({ office: 'CUSCO', times: 1, sent: ['sent', { file: 'abc' }] });
  expect((await capped({ sucursal: 'LIMA', id: '8', username: 'eva' })).person).not.toBe(ana.person);
});

it('G16: a person is one however they typed the sucursal, and not everybody whose host names no id', async () => {
  const [ana, sameAna] = [await capped({ sucursal: 'LIMA', id: '7', username: 'ana' }), await capped({ sucursal: 'lima', id: '7', username: 'ana' })]; // prettier-ignore
  expect(sameAna.person).toBe(ana.person);
  const without = (username: string) => capped({ sucursal: 'LIMA', id: null, username });
  expect((await without('Ana')).person).toBe((await without('ana')).person);
  expect((await without('eva')).person).not.toBe((await without('ana')).person);
});
