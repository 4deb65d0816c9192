import { describe, expect, it } from 'vitest';
import { ASKED, leavesForm } from './leaves-form.ts';

const at = (search: string, pathname = '/assing') => ({ pathname, search, state: null });
const here = at('?oficina=LIMA&estado=pendiente&editar=5');

describe('leavesForm', () => {
  it.each([
    ['the form of another order', '?oficina=LIMA&estado=pendiente&editar=6'],
    ['a new order', '?oficina=LIMA&estado=pendiente&nueva=1'],
    ['an order that is only looked at', '?oficina=LIMA&estado=pendiente&ver=5'],
    ['another office', '?oficina=TRUJILLO&estado=pendiente&editar=5'],
    ['a route sheet', '?oficina=LIMA&estado=pendiente&editar=5&hoja=30'],
  ])('a link to %s leaves the form', (_, search) => {
    expect(leavesForm(here, at(search), { isBack: false })).toBe(true);
  });

  it('filtering stays on the form, also by going back', () => {
    const filtered = at('?oficina=LIMA&estado=entregada&orden=codigo&editar=5');
    expect(leavesForm(here, filtered, { isBack: false })).toBe(false);
    expect(leavesForm(here, filtered, { isBack: true })).toBe(false);
  });

  it('another page leaves the form, except for redirects', () => {
    expect(leavesForm(here, at(here.search, '/map'), { isBack: false })).toBe(true);
    expect(leavesForm(here, at('', '/login'), { isBack: false })).toBe(false);
  });

  it('does not ask twice, but ignores an answer stored in an old history entry', () => {
    const asked = { ...at('?oficina=LIMA&estado=pendiente'), state: { ignoreLoadingBar: true, ...ASKED } };
    expect(leavesForm(here, asked, { isBack: false })).toBe(false);
    expect(leavesForm(here, asked, { isBack: true })).toBe(true);
  });
});
