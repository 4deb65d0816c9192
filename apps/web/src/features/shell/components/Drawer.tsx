import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from '../../../shared/styles/classes.ts';
import iconButton from '../../../shared/ui/IconButton/IconButton.module.css';
import styles from './Drawer.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** True if the top bar has no room for the theme switch. */
  hasThemeSwitch: boolean;
  /** Receives the theme switch and the close button, to place them. */
  children: (controls: ReactNode) => ReactNode;
}

/** The sidebar on narrow windows: a modal over the page. Esc, the close button and a click outside close it. */
export function Drawer({ isOpen, onClose, hasThemeSwitch, children }: DrawerProps) {
  const controls = (
    <span className={styles['controls']}>
      {hasThemeSwitch && <ThemeSwitch variant="ink" />}
      <Dialog.Close className={classes(iconButton['button'], iconButton['ink'])} aria-label="Cerrar el menú">
        <X size={18} aria-hidden="true" />
      </Dialog.Close>
    </span>
  );
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
          {children(controls)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
