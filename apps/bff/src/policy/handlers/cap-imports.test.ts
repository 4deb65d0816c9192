import { expect, it } from 'vitest';
import { capCommits, capFixes, capImports } from './cap-imports.ts';
import { COMMITS_PER_HOUR, FIXES_PER_HOUR } from '#throttle/upload-caps.ts';
import { createOwners } from '#session/owner.ts';
import { type Call } from '../policy.ts';

interface Who {
  sucursal: string;
  id: string | null;
  username: string;
}

/** Runs an import through the caps. @returns the counted user, and the result. */
async function capped({ sucursal, id, username }: Who, capOf = capImports) {
  const counted: { person: string; office: string; perHour: number | undefined }[] = [];
  const imports = {
    run: (who: { person: string; office: string }, work: () => Promise<unknown>, perHour?: number) => {
      counted.push({ ...who, perHour });
      return work();
    },
  };
  const person = { sucursal, id, username, officeId: 'LIMA' };
  const call = {
    req: { deadline: { signal: null }, session: { live: { key: 'k', record: { person, sealed: 'x' } } } },
    query: { officeId: 'CUSCO' },
    body: { file: 'abc' },
    services: { imports, sessions: { owners: createOwners(['a-secret-of-thirty-two-characters']) } },
  } as unknown as Call<'imports.preview'>;
  const sent = await capOf(call, (body) => Promise.resolve(['sent', body]));
  return { ...counted[0], times: counted.length, sent };
}

it('G16: counts an import for its user and the named office, and sends the validated body', async () => {
  const ana = await capped({ sucursal: 'LIMA', id: '7', username: 'ana' });
  expect(ana).toMatchObject({ office: 'CUSCO', times: 1, sent: ['sent', { file: 'abc' }] });
  expect((await capped({ sucursal: 'LIMA', id: '8', username: 'eva' })).person).not.toBe(ana.person);
});

it('G16: counts a user once however the sucursal was typed, with or without an id', async () => {
  const [ana, sameAna] = [
    await capped({ sucursal: 'LIMA', id: '7', username: 'ana' }),
    await capped({ sucursal: 'lima', id: '7', username: 'ana' }),
  ];
  expect(sameAna.person).toBe(ana.person);
  const without = (username: string) => capped({ sucursal: 'LIMA', id: null, username });
  expect((await without('Ana')).person).toBe((await without('ana')).person);
  expect((await without('eva')).person).not.toBe((await without('ana')).person);
});

it('G40: counts imports and corrections of previews separately', async () => {
  const perHour = async (capOf: typeof capImports) =>
    (await capped({ sucursal: 'LIMA', id: '7', username: 'ana' }, capOf)).perHour;
  expect(await perHour(capImports)).toBeUndefined();
  expect(await perHour(capCommits)).toBe(COMMITS_PER_HOUR);
  expect(await perHour(capFixes)).toBe(FIXES_PER_HOUR);
});
