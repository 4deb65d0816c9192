import { ASSERTION, assertionClaims } from '@despacho/contracts/assertion';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAssertions } from './assertion.ts';

const KEY = 'k'.repeat(40);
const PERSON = {
  id: '1',
  username: 'Ana',
  user: 'Ana Quispe',
  charge: 'S',
  sucursal: 'Lima',
  officeId: 'LIMA',
  modules: ['G01', 'U01'],
  takenAt: 0,
};

describe('createAssertions', () => {
  it('G39: identifies the user, only to the dispatch service and for at most a minute', async () => {
    const token = await createAssertions(KEY)(PERSON, '20600000001');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const { payload } = await jwtVerify(token, new TextEncoder().encode(KEY), {
      issuer: ASSERTION.issuer,
      audience: ASSERTION.audience,
    });
    const { iat = 0, exp = 0, ...claims } = payload;
    expect(exp - iat).toBeGreaterThan(0);
    expect(exp - iat).toBeLessThanOrEqual(60);
    expect(claims).toEqual({
      iss: ASSERTION.issuer,
      aud: ASSERTION.audience,
      sub: 'LIMA/ana',
      username: 'Ana',
      user: 'Ana Quispe',
      company: '20600000001',
      officeId: 'LIMA',
      charge: 'S',
      modules: ['G01', 'U01'],
    });
  });

  it('identifies the same user however the name was typed', async () => {
    const subject = async (officeId: string, username: string, sucursal = 'Lima'): Promise<unknown> => {
      const token = await createAssertions(KEY)({ ...PERSON, sucursal, officeId, username }, null);
      return (await jwtVerify(token, new TextEncoder().encode(KEY))).payload.sub;
    };
    // The same letter as one code point, and as two.
    expect(await subject('áncash', 'MUÑOZ')).toBe(await subject('A\u0301NCASH', ' mun\u0303oz '));
    expect(await subject('LIMA', 'ana')).not.toBe(await subject('LIM', 'aana'));
    // A host may accept several spellings of a sucursal.
    expect(await subject('LIMA', 'ana', ' lima ')).toBe(await subject('LIMA', 'ana', 'Lima Centro'));
  });

  it('removes characters that no database stores from names', async () => {
    const token = await createAssertions(KEY)({ ...PERSON, user: 'Ana\0\r\nQuispe\ud800' }, null);
    expect((await jwtVerify(token, new TextEncoder().encode(KEY))).payload['user']).toBe('Ana Quispe\ufffd');
  });

  it('G20: contains no claim that the service refuses or that widens access', async () => {
    const odd = { ...PERSON, username: 'ana\t', charge: 'S\n', sucursal: 'Lima\0', officeId: 'LIMA\u0007' };
    const token = await createAssertions(KEY)(odd, '20600000001\0');
    const { payload } = await jwtVerify(token, new TextEncoder().encode(KEY));
    expect(assertionClaims.safeParse(payload).success).toBe(true);
    expect(payload).toMatchObject({ sub: 'LIMA /ana', username: 'ana ', charge: '', officeId: '', company: '' });
  });

  it('G39: rejects an assertion signed with another key', async () => {
    const token = await createAssertions(KEY)(PERSON, null);
    await expect(jwtVerify(token, new TextEncoder().encode('other'.repeat(10)))).rejects.toThrow('signature');
  });
});
