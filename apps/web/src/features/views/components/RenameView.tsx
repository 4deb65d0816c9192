import { type SavedView } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../shared/hooks/announce.ts';
import { TextField } from '../../../shared/ui/TextField/TextField.tsx';
import { WindowForm } from '../../../shared/ui/Window/WindowForm.tsx';
import { failureText } from '../../../shared/format/failure-text.ts';
import { editView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';
import styles from './ViewsWindow.module.css';

interface Props {
  view: SavedView;
  views: Views;
  onDone: () => void;
}

/** Inline form to rename a view. */
export function RenameView({ view, views, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  useEffect(() => {
    input.current?.select();
  }, []);
  const save = useMutation({
    mutationFn: () => editView(views.officeId, view, { name: name.trim() }),
    onSuccess: (saved) => {
      announce(`La vista se llama ahora «${saved.name}»`);
      onDone();
    },
    onError: (failure) => {
      setError(failureText(failure));
    },
    onSettled: views.refresh,
  });
  return (
    <div className={styles['form']}>
      <WindowForm
        submitLabel="Guardar nombre"
        busy={save.isPending}
        onSubmit={() => {
          if (name.trim() === '') setError('Escriba un nombre para la vista');
          else if (name.trim() === view.name) onDone();
          else save.mutate();
        }}
        onCancel={onDone}
      >
        <TextField
          ref={input}
          label={`Nombre nuevo de «${view.name}»`}
          value={name}
          maxLength={60}
          error={error}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value);
            setError(undefined);
          }}
        />
      </WindowForm>
    </div>
  );
}
