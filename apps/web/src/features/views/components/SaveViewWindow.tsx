import { writeOrderFilter } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { failureText } from '#shared/format/failure-text.ts';
import { useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { createView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';

/** Maximum length of a name, as in the service. */
const MAX_LENGTH = 60;

/** Saves the current filter and sorting as a view for everyone in the office. */
export function SaveViewWindow({ views, onClose }: { views: Views; onClose: () => void }) {
  const { written: filter, sort } = useOrderFilter();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = useMutation({
    mutationFn: () => createView(views.officeId, { name: name.trim(), filter: writeOrderFilter(filter), sort }),
    onSuccess: (view) => {
      views.refresh();
      views.name(view);
      announce(`Vista «${view.name}» guardada`);
      onClose();
    },
    onError: (failure) => {
      setError(failureText(failure));
      // The view may have been saved although the response was lost.
      views.refresh();
    },
  });
  return (
    <Window
      title="Guardar como vista nueva"
      lead="Guarda los filtros y el orden de la tabla. La verá toda la oficina."
      onDismiss={onClose}
    >
      <WindowForm
        submitLabel="Guardar vista"
        busy={save.isPending}
        onSubmit={() => {
          if (name.trim() === '') setError('Escriba un nombre para la vista');
          else save.mutate();
        }}
        onCancel={onClose}
      >
        <TextField
          label="Nombre"
          value={name}
          maxLength={MAX_LENGTH}
          error={error}
          hint="Por ejemplo: Cobros del sur"
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setError(undefined);
          }}
        />
      </WindowForm>
    </Window>
  );
}
