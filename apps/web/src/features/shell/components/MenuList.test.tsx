import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { MENU, type MenuGroup } from '../rules/menu.ts';
import { MenuList } from './MenuList.tsx';

const GROUP: MenuGroup = {
  type: 'sub',
  path: '/reports',
  title: 'Reportes',
  icon: 'group',
  children: [{ path: 'daily', title: 'Diario', abbreviation: 'RD', modules: ['D01'] }],
};

beforeEach(() => {
  fakeGateway();
  markIn(aView({ permissionsList: [] }));
});

const render = (path: string, isMini: boolean): string =>
  renderInApp(<MenuList entries={[...MENU, GROUP]} isMini={isMini} />, { path }).container.innerHTML;

describe('menu list', () => {
  it('S22: a group is closed when the current page is outside it', () => {
    const html = render('/map', false);
    expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*Reportes/);
    expect(html).not.toContain('Diario');
  });

  it("S22: a group is open on its pages, with each child's title and abbreviation", () => {
    const html = render('/reports/daily', false);
    expect(html).toMatch(/<button[^>]*aria-expanded="true"/);
    expect(html).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/reports\/daily"/);
    expect(html).toContain('>RD</abbr>');
    expect(html).toContain('>Diario</span>');
  });

  it('S15: when minimised, entries keep accessible names and a group becomes a menu', () => {
    const html = render('/map', true);
    expect(html).toContain('>Mapa</span>');
    expect(html).toMatch(/<button[^>]*aria-label="Reportes"/);
    expect(html).toContain('aria-haspopup="menu"');
  });

  it('S11: marks only the current page', () => {
    expect(render('/clients/3', false).match(/aria-current="page"/g)).toHaveLength(1);
  });
});
