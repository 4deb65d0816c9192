import { describe, expect, it } from 'vitest';
import { createOwners } from './owner.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)] as const;
const ana = { id: '7', officeId: 'LIMA', username: 'ana.torres' };
const nameless = { ...ana, id: null };

describe('createOwners', () => {
  const owners = createOwners([OLD]);

  it('G7: identifies a person by the host’s id, whatever the other fields', () => {
    expect(owners.of({ ...ana, officeId: 'CUSCO', username: 'otra' })).toEqual(owners.of(ana));
    expect(owners.of({ ...ana, id: '8' })).not.toEqual(owners.of(ana));
  });

  it.each(['ANA.TORRES', ' ana.torres ', 'ａｎａ.torres'])(
    'G7: without an id, treats %j as the same name in the same office',
    (username) => {
      expect(owners.of({ ...nameless, username })).toEqual(owners.of(nameless));
      expect(owners.of({ ...nameless, username, officeId: 'CUSCO' })).not.toEqual(owners.of(nameless));
      expect(owners.of({ ...nameless, username: `${username}2` })).not.toEqual(owners.of(nameless));
    },
  );

  it('G7: treats names that differ by an accent as two people', () => {
    const [one, other] = ['muñoz', 'munoz'].map((username) => owners.of({ ...nameless, username }));
    expect(one).not.toEqual(other);
    expect(owners.of({ ...nameless, username: 'mun\u0303oz' })).toEqual(one);
  });

  it('G7: finds a user of an office by id and by name', () => {
    const names = owners.ofUser('LIMA', { id: '7', username: 'Ana.Torres' });
    expect(names).toEqual([...owners.of(ana), ...owners.of(nameless)]);
    expect(owners.ofUser('LIMA', { id: '7', username: undefined })).toEqual(owners.of(ana));
  });

  it('separates people of offices whose ids contain a colon', () => {
    const one = owners.of({ id: null, officeId: 'NORTE', username: 'sur:ana' });
    expect(owners.of({ id: null, officeId: 'NORTE:sur', username: 'ana' })).not.toEqual(one);
  });

  it('G7: never matches an id with a name', () => {
    expect(owners.of({ id: null, officeId: 'x', username: '7' })).not.toEqual(owners.of({ ...ana, id: 'x:7' }));
  });

  it('G9: does not reveal the person, and stays valid when the secret is replaced', () => {
    const rotating = createOwners([NEW, OLD]);
    expect(rotating.of(ana)).toHaveLength(2);
    expect(rotating.of(ana)[1]).toBe(owners.of(ana)[0]);
    expect(rotating.of(ana)[0]).not.toBe(owners.of(ana)[0]);
    for (const name of rotating.of(ana)) expect(name).toMatch(/^[\w-]{32}$/);
  });
});
