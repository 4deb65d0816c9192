import type { ReactNode, Ref } from 'react';
import { Button } from '../Button/Button.tsx';
import { WindowFoot } from './WindowFoot.tsx';
import styles from './WindowForm.module.css';

interface Props {
  ref?: Ref<HTMLFormElement>;
  /** Names the form. */
  label?: string;
  /** Names the action: «Anular 3 órdenes». */
  submitLabel: string;
  danger?: boolean;
  busy?: boolean;
  /** Buttons between the two. */
  choices?: ReactNode;
  onSubmit: () => void;
  /** Without it, there is no «Cancelar». */
  onCancel: (() => void) | undefined;
  /** «Cerrar» after everything was saved. */
  cancelLabel?: string;
  children: ReactNode;
}

/** A form in a window, with its two buttons. */
export function WindowForm(props: Props) {
  const { ref, label, submitLabel, danger = false, busy = false, choices } = props;
  const { onSubmit, onCancel, cancelLabel = 'Cancelar', children } = props;
  return (
    <form
      ref={ref}
      noValidate
      className={styles['form']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
      <WindowFoot>
        {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
        {choices}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={busy}>
          {submitLabel}
        </Button>
      </WindowFoot>
    </form>
  );
}
