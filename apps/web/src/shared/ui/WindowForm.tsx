import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { WindowFoot } from './WindowFoot.tsx';
import styles from './WindowForm.module.css';

interface Props {
  /** Says what will happen: «Anular 3 órdenes». */
  submitLabel: string;
  danger?: boolean;
  busy?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Fields of a window, with its two buttons. */
export function WindowForm({ submitLabel, danger = false, busy = false, onSubmit, onCancel, children }: Props) {
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
      <WindowFoot>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={busy}>
          {submitLabel}
        </Button>
      </WindowFoot>
    </form>
  );
}
