import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from '#shared/styles/classes.ts';
import iconButton from '#shared/ui/IconButton/IconButton.module.css';
import styles from './Drawer.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar on narrow windows: a modal over the page. Esc, the close button and a click outside close it. */
export function Drawer({ isOpen, onClose, children }: DrawerProps) {
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
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The theme switch, if the top bar has no room for it, and the close button. */
export function DrawerControls({ hasThemeSwitch }: { hasThemeSwitch: boolean }) {
  return (
    <span className={styles['controls']}>
      {hasThemeSwitch && <ThemeSwitch variant="ink" />}
      <Dialog.Close className={classes(iconButton['button'], iconButton['ink'])} aria-label="Cerrar el menú">
        <X size={18} aria-hidden="true" />
      </Dialog.Close>
    </span>
  );
}
