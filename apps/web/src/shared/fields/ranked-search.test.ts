import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchedTexts, rankedSearch } from './ranked-search.ts';

const PEOPLE: SearchedTexts[] = [
  { name: 'Iván Cueva Paredes', codes: ['ABC-123'], other: ['Villa El Salvador'] },
  { name: 'Iván Salazar', codes: [null] },
  { name: 'Salvador Quispe', codes: ['IV-4'] },
  { name: 'Rosalía Ivánez' },
];
const search = (query: string, list = PEOPLE) => {
  const { items, only } = rankedSearch(list, (each) => each)(query);
  return { names: items.map(({ name }) => name), only: only?.name ?? null };
};

describe('rankedSearch', () => {
  it('ranks word beginnings of the name first, then of codes, then inner matches, then other fields', () => {
    expect(search('ivan sal')).toEqual({
      names: ['Iván Salazar', 'Rosalía Ivánez', 'Iván Cueva Paredes'],
      only: 'Iván Salazar',
    });
    expect(search('iv').names).toEqual(['Iván Cueva Paredes', 'Iván Salazar', 'Rosalía Ivánez', 'Salvador Quispe']);
    expect(search('abc-123')).toEqual({ names: ['Iván Cueva Paredes'], only: 'Iván Cueva Paredes' });
  });

  it('lists a whole name before longer ones', () => {
    const list = [{ name: 'Ana María Ríos' }, { name: 'Ana' }];
    expect(search('ana', list)).toEqual({ names: ['Ana', 'Ana María Ríos'], only: 'Ana' });
  });

  it('has no single best match if several match equally well, or nothing is typed', () => {
    expect(search('ivan').only).toBeNull();
    expect(search('  ')).toEqual({ names: PEOPLE.map(({ name }) => name), only: null });
    expect(search('nadie')).toEqual({ names: [], only: null });
  });

  it('ranks nobody first whose name does not start with the two typed word beginnings', () => {
    const WORDS = ['Iván', 'Salazar', 'Cueva', 'Ñahui', 'Ana', 'Anaís', 'Salas', 'O’Brien', 'Ávila', 'de', 'Ríos'];
    const name = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 4 }).map((words) => words.join(' '));
    const person = fc.record({
      name,
      codes: fc.array(name, { maxLength: 1 }),
      other: fc.array(name, { maxLength: 2 }),
    });
    const lowered = (text: string): string[] =>
      text
        .normalize('NFD')
        .replace(/[\p{Mn}’]/gu, '')
        .toLowerCase()
        .split(' ')
        .filter(Boolean);
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (list, which, length) => {
        const [one = '', other = ''] = list[which % list.length]?.name.split(' ') ?? [];
        const typed = `${one.slice(0, 1 + (length % one.length))} ${other.slice(0, 1 + (which % other.length))}`;
        const first = search(typed, list).names[0] ?? '';
        const begun = lowered(typed).filter((begin) => lowered(first).some((word) => word.startsWith(begin)));
        expect(begun, `${typed} → ${first}`).toEqual(lowered(typed));
      }),
    );
  });
});
