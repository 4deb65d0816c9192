import { describe, expect, it } from 'vitest';
import { readSearch, searchOf, searchParams, textOf } from './search-params.ts';

describe('the search of the address', () => {
  it('keeps what the contract accepts, and drops the rest', () => {
    const params = new URLSearchParams('persona=ana&tipo=otro&direccion=1.2.3.4&desde=ayer&hasta=2026-11-20&más=1');
    const search = readSearch(params);
    expect(search).toEqual({ persona: 'ana', direccion: '1.2.3.4', hasta: '2026-11-20' });
    expect(new URLSearchParams(searchParams(search)).toString()).toBe('persona=ana&direccion=1.2.3.4&hasta=2026-11-20');
  });
});

describe('the search of the form', () => {
  const empty = textOf({});

  it('leaves out empty fields', () => {
    expect(searchOf(empty)).toEqual({ search: {} });
    expect(searchOf({ ...empty, persona: '  ana ', tipo: 'signIn.ok' })).toEqual({
      search: { persona: 'ana', tipo: 'signIn.ok' },
    });
  });

  it.each([
    [{ direccion: 'mi casa' }, { direccion: 'Escriba una dirección como 190.12.34.56' }],
    [{ desde: '31/31' }, { desde: 'Escriba una fecha' }],
    [{ desde: '2026-11-20', hasta: '2026-11-19' }, { hasta: 'Es anterior al inicio' }],
  ])('reports the fields of %o', (text, errors) => {
    expect(searchOf({ ...empty, ...text })).toEqual({ errors });
  });
});
