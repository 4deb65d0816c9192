import { useQuery } from '@tanstack/react-query';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { type ReactNode, type Ref } from 'react';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import { useSession } from '#features/session/state/session.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { type MenuEntry } from '../rules/menu.ts';
import { officeLabel } from '../rules/office-label.ts';
import { MenuList } from './MenuList.tsx';
import styles from './Sidebar.module.css';
import { StorageIndicator } from './StorageIndicator.tsx';

interface SidebarProps {
  entries: readonly MenuEntry[];
  /** Shown to the right of the logo: the minimise button or the drawer's close button. */
  control: ReactNode;
  isMini: boolean;
  /** The scrollable part. */
  menuRef: Ref<HTMLElement>;
}

export function Sidebar({ entries, control, isMini, menuRef }: SidebarProps) {
  return (
    <div className={styles['sidebar']} data-mini={isMini || undefined}>
      <header className={styles['header']}>
        <Logo withName={!isMini} />
        {control}
      </header>
      <SidebarPerson isMini={isMini} />
      <nav ref={menuRef} data-scroll="y" className={styles['menu']} aria-label="Secciones">
        <MenuList entries={entries} isMini={isMini} />
      </nav>
      <StorageIndicator isMini={isMini} />
    </div>
  );
}

/** Toggles between the normal and the minimised sidebar. */
export function MinimiseButton({ willBeMini, toggle }: { willBeMini: boolean; toggle: () => void }) {
  const Drawing = willBeMini ? PanelLeftOpen : PanelLeftClose;
  return (
    <IconButton
      variant="ink"
      label={willBeMini ? 'Ampliar el menú' : 'Reducir el menú'}
      aria-expanded={!willBeMini}
      tooltipSide="right"
      icon={<Drawing size={18} aria-hidden="true" />}
      onClick={toggle}
    />
  );
}

function SidebarPerson({ isMini }: { isMini: boolean }) {
  const { user } = useSession();
  // The office of the screens, as the top bar shows it.
  const { officeId } = useOffice();
  const { data: offices } = useQuery(officesQuery);
  const office = offices?.find(({ id }) => id === officeId);
  const place = officeLabel(office?.name ?? officeId);
  if (isMini) {
    return (
      <Tooltip text={`${user} · ${place}`} side="right">
        <div className={styles['mini']} role="img" aria-label={`${user}, ${place}`} tabIndex={0}>
          <Avatar name={user} />
        </div>
      </Tooltip>
    );
  }
  return (
    <div className={styles['person']}>
      <p className={styles['name']}>{user}</p>
      <p className={styles['place']}>{place}</p>
    </div>
  );
}
