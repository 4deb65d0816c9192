import { expect, it } from 'vitest';
import { capImports } from './cap-imports.ts';
import { type Call } from './policy.ts';

it('G16: counts an import for its person and the office it names, and sends what was checked', async () => {
  const counted: unknown[] = [];
  const imports = {
    run: (who: unknown, work: () => Promise<unknown>) => {
      counted.push(who);
      return work();
    },
  };
  const person = { sucursal: 'LIMA', id: '7', officeId: 'LIMA' };
  const call = {
    req: { session: { live: { key: 'k', record: { person, sealed: 'x' } } } },
    query: { officeId: 'CUSCO' },
    body: { file: 'abc' },
    services: { imports },
  } as unknown as Call<'imports.preview'>;
  expect(await capImports(call, (body) => Promise.resolve(['sent', body]))).toEqual(['sent', { file: 'abc' }]);
  expect(counted).toEqual([{ person: 'LIMA/7', office: 'CUSCO' }]);
});
