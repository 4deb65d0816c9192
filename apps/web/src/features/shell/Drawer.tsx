import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from '../../shared/ui/classes.ts';
import iconButton from '../../shared/ui/IconButton.module.css';
import styles from './Drawer.module.css';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Given the drawer's cross, to place it. */
  children: (cross: ReactNode) => ReactNode;
}

/** The sidebar on narrow windows: over the page, with the focus kept inside. Esc, the cross and a press beside it close it. */
export function Drawer({ isOpen, onClose, children }: DrawerProps) {
  const cross = (
    <Dialog.Close className={classes(iconButton['button'], iconButton['ink'])} aria-label="Cerrar el menú">
      <X size={18} aria-hidden="true" />
    </Dialog.Close>
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
          {children(cross)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
