import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { textOf } from '../field-calls.ts';
import { leave } from '../offline/phone.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { type QueueItem } from '../offline/types.ts';
import { unsentText } from '../rules/unsent-text.ts';
import { Action } from './Action.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  /** What this phone still has to send. */
  unsent: readonly QueueItem[];
  onCancel: () => void;
}

/** Asks before signing out, because returning requires another link. */
export function SignOut({ unsent, onCancel }: Props) {
  const { isBusy, failure, run } = useTask(leave);
  return (
    <Dialog
      title="¿Salir de este teléfono?"
      cancel="Cancelar"
      action={
        <Action tone="danger" loading={isBusy} onClick={() => void run()}>
          Sí, salir
        </Action>
      }
      onClose={onCancel}
    >
      <p>Se borra su ruta de este teléfono. Para volver a verla necesitará otro enlace de su oficina.</p>
      {unsent.length > 0 && (
        <p>
          <strong>Por enviar: {unsentText(unsent)}.</strong> Se queda cifrado aquí y se envía solo cuando usted vuelva a
          conectar este teléfono. Mejor espere a tener señal.
        </p>
      )}
      {failure !== undefined && <Alert>{textOf(failure)}</Alert>}
    </Dialog>
  );
}
