import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from '#shared/styles/classes.ts';
import iconButton from '#shared/ui/IconButton/IconButton.module.css';
import styles from './Drawer.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Whether the drawer has the theme switch, because the top bar has no room for it. */
  hasThemeSwitch: boolean;
  /** @param controls the theme switch and the close button. */
  children: (controls: ReactNode) => ReactNode;
}

/** The sidebar on narrow windows: a modal over the page. Esc, the close button and a click outside close it. */
export function Drawer({ isOpen, onClose, hasThemeSwitch, children }: DrawerProps) {
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['scrim']} />
        <Dialog.Popup className={styles['drawer']} aria-label="Menú">
          {children(<DrawerControls hasThemeSwitch={hasThemeSwitch} />)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerControls({ hasThemeSwitch }: { hasThemeSwitch: boolean }) {
  return (
    <span className={styles['controls']}>
      {hasThemeSwitch && <ThemeSwitch variant="ink" />}
      <Dialog.Close className={classes(iconButton['button'], iconButton['ink'])} aria-label="Cerrar el menú">
        <X size={18} aria-hidden="true" />
      </Dialog.Close>
    </span>
  );
}
