import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sectionsOf } from './sections.ts';

it("groups a client's fields", () => {
  const sections = sectionsOf({ id: 1, phone: null, name: 'A', lat: 1, zona: 'N' });
  expect(sections.map(({ group, fields }) => [group, fields.map(({ key }) => key)])).toEqual([
    ['Identificación', ['name']],
    ['Contacto', ['phone']],
    ['Ubicación', ['lat']],
    ['Otros datos', ['id', 'zona']],
  ]);
});

it('S32: shows each field exactly once, whatever its name', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
      const client = { ...extra, id: 'C1' };
      const shown = sectionsOf(client).flatMap(({ fields }) => fields.map(({ key }) => key));
      expect(shown.toSorted()).toEqual(Object.keys(client).toSorted());
    }),
  );
});
