import { day as dayForm } from '@despacho/contracts/dispatch';
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { paths } from '#shared/paths.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { useMayUse } from '#features/session/state/session.ts';
import { DASHBOARD_TABS, type DashboardTab } from './rules/tabs.ts';
import { PAST_PARAM } from './rules/past-time.ts';
import styles from './DashboardScreen.module.css';

const LOADS: Record<DashboardTab['path'], () => Promise<{ Component: ComponentType }>> = {
  '': () => import('./TodayScreen.tsx'),
  liquidacion: () => import('#features/settlement/SettlementScreen.tsx'),
  informes: () => import('#features/reports/ReportsScreen.tsx'),
};

/** Outside of the component: a part is loaded once. */
const SCREENS = new Map<string, LazyExoticComponent<ComponentType>>(
  DASHBOARD_TABS.map(({ path }) => [path, lazy(async () => ({ default: (await chunk(LOADS[path])()).Component }))]),
);

/** An address below `/dashboard` that is no tab, or one that the user may not open. */
function NoTab() {
  const navigate = useNavigate();
  useEffect(() => void navigate(paths.forbidden, { replace: true }), [navigate]);
  return null;
}

/** @param path of a tab; null for none. */
function Tab({ path }: { path: string | null }) {
  const parts = [...SCREENS].filter(([each]) => each === path);
  return parts.length === 0 ? <NoTab /> : parts.map(([each, Screen]) => <Screen key={each} />);
}

/**
 * The start page: the tabs that the user may open, and the chosen one below them. Not `Routes` and `NavLink`, which
 * would make the login page larger.
 */
export function Component() {
  const mayUse = useMayUse();
  // The tabs share the office and the day.
  const { pathname, search } = useLocation();
  const tabs = DASHBOARD_TABS.filter(({ access }) => mayUse(access));
  const current = pathname.slice(paths.dashboard.length).replaceAll('/', '');
  const params = new URLSearchParams(search);
  const day = dayForm.safeParse(params.get('dia')).data;
  useTitle('part', current === '' ? null : tabs.find(({ path }) => path === current)?.title);
  useTitle('view', [day && formatDay(day), params.get(PAST_PARAM)].filter(Boolean).join(' '));
  return (
    <div className={styles['dashboard']}>
      {tabs.length > 1 && (
        <nav aria-label="Dashboard" className={styles['tabs']}>
          {tabs.map(({ path, title }) => (
            <Link
              key={path}
              to={(path === '' ? paths.dashboard : `${paths.dashboard}/${path}`) + search}
              aria-current={path === current ? 'page' : undefined}
              className={styles['tab']}
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
      <Suspense fallback={<div role="status" aria-busy="true" aria-label="Cargando" className={styles['loading']} />}>
        <Tab path={tabs.some(({ path }) => path === current) ? current : null} />
      </Suspense>
    </div>
  );
}
