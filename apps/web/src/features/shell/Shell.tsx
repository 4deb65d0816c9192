import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SLOW_SERVICE, slowReads } from '#shared/http/slow-reads.ts';
import { paths } from '#shared/paths.ts';
import { MAIN_ID, MainPanelContext } from '#shared/hooks/main-panel.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { useStore } from '#shared/state/store.ts';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { loadPopups } from '#shared/ui/popups/use-popups.ts';
import { TooltipLayer } from '#shared/ui/Tooltip/TooltipLayer.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useTitle } from '#shared/hooks/use-title.ts';
import { modulesOf } from '#features/session/rules/person.ts';
import { useSession } from '#features/session/state/session.ts';
import type { DrawerProps } from './components/Drawer.tsx';
import { homeOf } from './rules/home.ts';
import { layoutOf } from './rules/layout-of.ts';
import { menuOf } from './rules/menu.ts';
import { pageTitle } from './rules/page-title.ts';
import styles from './Shell.module.css';
import { ClosedNotice } from './components/ClosedNotice.tsx';
import { OutdatedNotice } from './components/OutdatedNotice.tsx';
import { MinimiseButton, Sidebar } from './components/Sidebar.tsx';
import { DRAWER_BELOW, PHONE_BELOW } from './rules/timings.ts';
import { TopBar } from './components/TopBar.tsx';
import { useFocusAfterNavigation } from './state/use-focus-after-navigation.ts';
import { useKeyboardScroll } from './state/use-keyboard-scroll.ts';
import { usePanelScrollbar } from './state/use-panel-scrollbar.ts';
import { useScrollMemory } from './state/use-scroll-memory.ts';
import { useSidebarMini } from './state/use-sidebar-mini.ts';
import { visibleMenu } from './rules/visible-menu.ts';

/** Query parameter of a screen on a wall. */
const WALL_PARAM = 'pantalla';

/** @returns whether the Dashboard is shown on a wall: without a menu, in larger type, with the same rights. */
const isWallDisplay = (pathname: string, search: string): boolean =>
  `/${pathname.split('/')[1] ?? ''}` === paths.dashboard && new URLSearchParams(search).has(WALL_PARAM);

/** Layout of every section: sidebar, top bar, content panel, footer. */
export function Component() {
  const session = useSession();
  const { pathname, search, key } = useLocation();
  const isNarrow = useMediaQuery(`(width < ${DRAWER_BELOW / 16}em)`);
  const isPhone = useMediaQuery(`(width < ${PHONE_BELOW / 16}em)`);
  const mini = useSidebarMini();
  const [openAt, setOpenAt] = useState<string>();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [menuPanel, setMenuPanel] = useState<HTMLElement | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);

  const { data: config } = useQuery(configQuery);
  const menu = menuOf(session.charge, config?.sections.operations === true);
  const entries = visibleMenu(menu, modulesOf(session));
  const title = pageTitle(pathname, menu);
  const layout = layoutOf(pathname);
  const isWall = isWallDisplay(pathname, search);

  useTitle('section', title);
  useEffect(() => {
    // A failure is reported when a popup is opened, which loads them again.
    loadPopupsLater().catch(() => undefined);
  }, []);
  const print = useLazyModule(loadPrintLater);
  useEffect(() => print?.followPrinting(), [print]);
  usePanelScrollbar(panel);
  usePanelScrollbar(menuPanel);
  useKeyboardScroll(panel);
  useScrollMemory(panel, [menuPanel]);
  useFocusAfterNavigation(panel);

  return (
    <CSPProvider disableStyleElements>
      <div
        className={styles['shell']}
        data-mini={(!isNarrow && mini.isMini) || undefined}
        data-wall={isWall || undefined}
      >
        <a
          className={styles['skip']}
          href={`#${MAIN_ID}`}
          onClick={(event) => {
            event.preventDefault();
            panel?.focus();
          }}
        >
          Ir al contenido
        </a>
        {isWall ? null : isNarrow ? (
          // Tied to the history entry, so that every navigation closes the drawer.
          <LazyDrawer isOpen={openAt === key} onClose={() => setOpenAt(undefined)} hasThemeSwitch={isPhone}>
            {(controls) => <Sidebar entries={entries} control={controls} isMini={false} menuRef={setMenuPanel} />}
          </LazyDrawer>
        ) : (
          <aside className={styles['aside']} aria-label="Menú">
            <Sidebar
              entries={entries}
              control={<MinimiseButton willBeMini={mini.willBeMini} toggle={mini.toggle} />}
              isMini={mini.isMini}
              menuRef={setMenuPanel}
            />
          </aside>
        )}
        <div className={styles['page']}>
          <SlowService />
          <OutdatedNotice />
          <ClosedNotice />
          <TopBar
            isWall={isWall}
            title={title}
            home={homeOf(entries)}
            hasFullscreen={pathname === paths.map}
            isPhone={isPhone}
            onOpenMenu={isNarrow ? () => setOpenAt(key) : undefined}
            slotRef={setSlot}
          />
          {session.charge === CHARGE_ALL_OFFICES && !isWall && <FirstDay />}
          <main
            id={MAIN_ID}
            ref={setPanel}
            tabIndex={-1}
            aria-labelledby="page-title"
            className={styles['panel']}
            data-layout={layout}
          >
            <div className={styles['content']}>
              <MainPanelContext value={panel}>
                <TopBarSlotContext value={slot}>
                  <Outlet />
                </TopBarSlotContext>
              </MainPanelContext>
            </div>
            {isNarrow && <Footer />}
          </main>
          {config?.sections.directory === true && !isWall && <Notices />}
          {!isNarrow && !isWall && <Footer />}
        </div>
      </div>
      <TooltipLayer />
    </CSPProvider>
  );
}

const loadDrawer = () => import('./components/Drawer.tsx');
const loadDrawerLater = afterFirstRows(loadDrawer);

/** The drawer, which loads after the first rows, or when it is first opened. */
function LazyDrawer(props: DrawerProps) {
  const { isOpen, onClose } = props;
  const part = useLazyModule(isOpen ? loadDrawer : loadDrawerLater);
  if (part) return <part.Drawer {...props} />;
  return (
    isOpen && (
      <div role="status" aria-busy="true" aria-label="Abriendo el menú" className={styles['scrim']} onClick={onClose} />
    )
  );
}

const loadFirstDayLater = afterFirstRows(() => import('#features/first-day/FirstDayBar.tsx'));

/** The guide of the first day, which loads after the first rows. */
function FirstDay() {
  const part = useLazyModule(loadFirstDayLater);
  return part && <part.FirstDayBar />;
}

const loadNoticesLater = afterFirstRows(() => import('#features/session/components/SignInNotices.tsx'));

/** Notices about how the user signs in, loaded after the first rows. */
function Notices() {
  const part = useLazyModule(loadNoticesLater);
  return part && <part.SignInNotices />;
}

const loadPrintLater = afterFirstRows(() => import('./state/follow-printing.ts'));
const loadPopupsLater = afterFirstRows(loadPopups);

/** Footer: year, provider and version of the service. */
function Footer() {
  const { data: config } = useQuery(configQuery);
  return (
    <footer className={styles['footer']}>
      <span>
        {/* oxlint-disable-next-line react/purity -- the year follows the clock at every render */}©{' '}
        {new Date().getFullYear()}
        {config !== undefined && <> · Un servicio de {config.provider}</>}
      </span>
      {config !== undefined && <span>Versión {config.version}</span>}
    </footer>
  );
}

/** Reports a service that does not respond after the first timeout, while reads are still being retried. */
function SlowService() {
  const isSlow = useStore(slowReads) > 0;
  // Always rendered, so that screen readers announce a change of its text.
  return <div role="status">{isSlow && <p className={styles['slow']}>{SLOW_SERVICE}</p>}</div>;
}
