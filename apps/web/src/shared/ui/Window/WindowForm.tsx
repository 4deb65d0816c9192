import type { ReactNode, Ref } from 'react';
import { Button } from '../Button/Button.tsx';
import { WindowFoot } from './WindowFoot.tsx';
import styles from './WindowForm.module.css';

interface Props {
  ref?: Ref<HTMLFormElement>;
  /** Names the action: «Anular 3 órdenes». */
  submitLabel: string;
  danger?: boolean;
  busy?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a window, with its two buttons. */
export function WindowForm({ ref, submitLabel, danger = false, busy = false, onSubmit, onCancel, children }: Props) {
  return (
    <form
      ref={ref}
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
