import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Search from 'lucide-react/icons/search';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { commandBox } from '#shared/hooks/use-commands.ts';
import { paths } from '#shared/paths.ts';
import { classes } from '#shared/styles/classes.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import iconButton from '#shared/ui/IconButton/IconButton.module.css';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import { FullscreenButton } from './FullscreenButton.tsx';
import type { MenuLink } from '../rules/menu.ts';
import { LivenessMark } from './LivenessMark.tsx';
import { ThemeChoices } from './ThemeSwitch.tsx';
import styles from './TopBar.module.css';

const ACTIONS: readonly MenuItem[] = [
  {
    label: 'Buscar o hacer…',
    icon: <Search size={18} aria-hidden="true" />,
    onSelect: () => commandBox.set(true),
  },
  { label: 'Mis sesiones', icon: <MonitorSmartphone size={18} aria-hidden="true" />, href: paths.sessions },
  { label: 'Salir', icon: <LogOut size={18} aria-hidden="true" />, href: paths.logout },
];

const homeItem = (home: TopBarProps['home']): readonly MenuItem[] =>
  home ? [{ label: `Ir a ${home.title}`, icon: <House size={18} aria-hidden="true" />, href: home.path }] : [];

interface TopBarProps {
  /** On a wall display, nobody can reach the controls. */
  isWall?: boolean;
  title: string;
  home: Pick<MenuLink, 'path' | 'title'> | undefined;
  hasFullscreen: boolean;
  /** Too narrow for the home link, which moves to the action menu; the theme moves from there to the drawer. */
  isPhone: boolean;
  /** Opens the sidebar on narrow windows. */
  onOpenMenu: (() => void) | undefined;
  slotRef: Ref<HTMLDivElement>;
}

/** Top bar: title, connection status, the screen's own controls, and controls of every screen. */
export function TopBar({ isWall = false, title, home, hasFullscreen, isPhone, onOpenMenu, slotRef }: TopBarProps) {
  return (
    <header className={styles['frame']}>
      <div className={styles['bar']}>
        <div className={styles['start']}>
          {onOpenMenu !== undefined && (
            <IconButton
              label="Abrir el menú"
              variant="plain"
              aria-haspopup="dialog"
              icon={<MenuIcon size={20} aria-hidden="true" />}
              onClick={onOpenMenu}
            />
          )}
          {home !== undefined && !isPhone && (
            <Tooltip text={`Ir a ${home.title}`}>
              <Link
                to={home.path}
                aria-label={`Ir a ${home.title}`}
                className={classes(iconButton['button'], iconButton['plain'], styles['home'])}
              >
                <House size={18} aria-hidden="true" />
              </Link>
            </Tooltip>
          )}
          <h1 id="page-title" className={styles['title']}>
            {title}
          </h1>
          <LivenessMark />
        </div>
        <div ref={slotRef} className={styles['slot']} />
        {isWall ? null : (
          <div className={styles['end']}>
            {hasFullscreen && <FullscreenButton compact={isPhone} />}
            <Menu label="Acciones" items={isPhone ? [...homeItem(home), ...ACTIONS] : ACTIONS}>
              {(parts) =>
                !isPhone && (
                  <div className={styles['theme']}>
                    <ThemeChoices parts={parts} />
                  </div>
                )
              }
            </Menu>
          </div>
        )}
      </div>
    </header>
  );
}
