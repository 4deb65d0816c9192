import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { Logo } from '../../../shared/ui/Logo/Logo.tsx';
import type { MenuEntry } from '../rules/menu.ts';
import { MenuList } from './MenuList.tsx';
import styles from './Sidebar.module.css';
import { SidebarPerson } from './SidebarPerson.tsx';
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
