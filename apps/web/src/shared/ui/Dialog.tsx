import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import iconButton from './IconButton.module.css';
import { classes } from './classes.ts';

export interface DialogProps {
  open: boolean;
  /** Esc, the cross, and a press outside. */
  onClose: () => void;
  title: string;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal window: keeps the focus, and gives it back. */
export function Dialog({ open, onClose, title, actions, children }: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup className={styles['popup']}>
          <header className={styles['header']}>
            <Base.Title className={styles['title']}>{title}</Base.Title>
            <Base.Close className={classes(iconButton['button'], iconButton['plain'])} aria-label="Cerrar">
              <X size={18} aria-hidden="true" />
            </Base.Close>
          </header>
          <div className={styles['body']}>{children}</div>
          {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
