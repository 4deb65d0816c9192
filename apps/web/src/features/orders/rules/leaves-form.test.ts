import { describe, expect, it } from 'vitest';
import { ASKED, leavesForm } from './leaves-form.ts';

const at = (search: string, pathname = '/assing') => ({ pathname, search, state: null });
const here = at('?oficina=LIMA&estado=pendiente&editar=5');

describe('leaving a form', () => {
  it.each([
    ['the form of another order', '?oficina=LIMA&estado=pendiente&editar=6'],
    ['a new order', '?oficina=LIMA&estado=pendiente&nueva=1'],
    ['an order that is only looked at', '?oficina=LIMA&estado=pendiente&ver=5'],
    ['another office', '?oficina=TRUJILLO&estado=pendiente&editar=5'],
    ['a route sheet', '?oficina=LIMA&estado=pendiente&editar=5&hoja=30'],
  ])('is what a link to %s does', (_, search) => {
    expect(leavesForm(here, at(search), { isBack: false })).toBe(true);
  });

  it('is not what filtering does beside it, other than going back to another filter', () => {
    const filtered = at('?oficina=LIMA&estado=entregada&orden=codigo&editar=5');
    expect(leavesForm(here, filtered, { isBack: false })).toBe(false);
    expect(leavesForm(here, filtered, { isBack: true })).toBe(true);
  });

  it('is another page, unless people are sent there', () => {
    expect(leavesForm(here, at(here.search, '/map'), { isBack: false })).toBe(true);
    expect(leavesForm(here, at('', '/login'), { isBack: false })).toBe(false);
  });

  it('is not asked about twice; what an old entry of the history says was asked is long past', () => {
    const asked = { ...at('?oficina=LIMA&estado=pendiente'), state: { ignoreLoadingBar: true, ...ASKED } };
    expect(leavesForm(here, asked, { isBack: false })).toBe(false);
    expect(leavesForm(here, asked, { isBack: true })).toBe(true);
  });
});
