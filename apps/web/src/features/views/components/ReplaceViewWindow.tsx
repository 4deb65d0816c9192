import { type SavedView, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { failureText } from '#shared/format/failure-text.ts';
import { useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { editView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';

interface Props {
  views: Views;
  view: SavedView;
  onClose: () => void;
}

/** Confirms before overwriting a view, which changes it for everyone in the office. */
export function ReplaceViewWindow({ views, view, onClose }: Props) {
  const { written: filter, sort } = useOrderFilter();
  const save = useMutation({
    mutationFn: () => editView(views.officeId, view, { filter: writeOrderFilter(filter), sort }),
    onSuccess: ({ name }) => {
      views.refresh();
      announce(`Vista «${name}» guardada`);
      onClose();
    },
    // On a conflict, reload the list to get the other user's version.
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
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <Alert className={windowStyles['failure']}>{save.error && failureText(save.error)}</Alert>
      </WindowForm>
    </Window>
  );
}
