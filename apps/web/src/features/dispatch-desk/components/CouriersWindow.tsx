import { Window } from '../../../shared/ui/Window/Window.tsx';
import { CouriersManager } from '../../couriers/CouriersManager.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';

/** Dialog to manage the office's couriers. */
export function CouriersWindow({ editedId, onClose }: { editedId: string | undefined; onClose: () => void }) {
  const { officeId } = useDispatchOffice();
  return (
    <Window
      wide
      title="Repartidores de la oficina"
      lead="Lo que se cambie aquí lo ven todos al instante."
      onDismiss={onClose}
    >
      <CouriersManager officeId={officeId} editedId={editedId} onClose={onClose} />
    </Window>
  );
}
