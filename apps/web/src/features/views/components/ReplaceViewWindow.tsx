import { type SavedView, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { announce } from '../../../shared/hooks/announce.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import windowStyles from '../../../shared/ui/Window/Window.module.css';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';
import { failureText } from '../../../shared/format/failure-text.ts';
import { useOrderFilter } from '../../orders/state/use-orders-state.ts';
import { editView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';

interface Props {
  views: Views;
  view: SavedView;
  onClose: () => void;
}

/** Asks before what everyone of the office sees under a name becomes something else. */
export function ReplaceViewWindow({ views, view, onClose }: Props) {
  const { filter, sort } = useOrderFilter();
  const save = useMutation({
    mutationFn: () => editView(views.officeId, view, { filter: writeOrderFilter(filter), sort }),
    onSuccess: ({ name }) => {
      views.refresh();
      announce(`Vista «${name}» guardada`);
      onClose();
    },
    // Somebody else may have changed it: what there is now comes with the list.
    onError: views.refresh,
  });
  return (
    <Window
      title={`¿Reemplazar la vista «${view.name}»?`}
      lead="Toda la oficina verá con este nombre las órdenes que la tabla muestra ahora."
      onDismiss={onClose}
    >
      <WindowForm
        submitLabel="Reemplazar vista"
        busy={save.isPending}
        onSubmit={() => {
          save.mutate();
        }}
        onCancel={onClose}
      >
        <Alert className={windowStyles['failure']}>{save.error && failureText(save.error)}</Alert>
      </WindowForm>
    </Window>
  );
}
