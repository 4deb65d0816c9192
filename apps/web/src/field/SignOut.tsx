import { useRef, useState } from 'react';
import { Alert } from '../shared/ui/Alert/Alert.tsx';
import { Button } from '../shared/ui/Button/Button.tsx';
import styles from './Field.module.css';
import { FieldFailure, signOut, textOf } from './field-calls.ts';

interface Props {
  onEnded: () => void;
  onLeft: () => void;
}

/** Asks before signing out, because returning requires another link. */
export function SignOut({ onEnded, onLeft }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOut();
      onLeft();
    } catch (error) {
      setBusy(false);
      if (error instanceof FieldFailure && error.isDisconnected) onEnded();
      else setFailure(textOf(error));
    }
  };
  return (
    <>
      <button type="button" className={styles['leave']} onClick={() => dialog.current?.showModal()}>
        Cerrar sesión
      </button>
      <dialog ref={dialog} className={styles['dialog']} aria-labelledby="leave-title">
        <h2 id="leave-title" className={styles['heading']}>
          ¿Cerrar sesión en este teléfono?
        </h2>
        <p>Para volver a ver su ruta necesitará otro enlace de su oficina.</p>
        {failure !== undefined && <Alert>{failure}</Alert>}
        <div className={styles['choices']}>
          <Button onClick={() => dialog.current?.close()}>Cancelar</Button>
          <Button variant="danger" loading={isBusy} onClick={() => void leave()}>
            Sí, cerrar sesión
          </Button>
        </div>
      </dialog>
    </>
  );
}
