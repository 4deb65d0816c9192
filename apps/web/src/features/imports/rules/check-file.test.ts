import { MAX_IMPORT_BYTES } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { refusedFile } from './check-file.ts';

it('accepts files that may contain orders', () => {
  for (const name of ['pedidos.csv', 'PEDIDOS.CSV', 'lunes.xlsx', 'lunes.2.txt'])
    expect(refusedFile({ name, size: MAX_IMPORT_BYTES }), name).toBeUndefined();
});

it('rejects any other file and explains what to do', () => {
  expect(refusedFile({ name: 'foto.png', size: 10 })).toMatch(/no es CSV ni Excel/);
  expect(refusedFile({ name: 'viejo.xls', size: 10 })).toMatch(/no es CSV ni Excel/);
  expect(refusedFile({ name: 'pedidos.csv', size: 0 })).toMatch(/está vacío/);
  expect(refusedFile({ name: 'pedidos.csv', size: MAX_IMPORT_BYTES + 1 })).toMatch(/más de 5 MB/);
});
