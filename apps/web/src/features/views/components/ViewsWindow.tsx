import { type SavedView } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { editView, removeView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';
import styles from './ViewsWindow.module.css';

/** Dialog to rename and remove the office's views. */
export function ViewsWindow({ views, onClose }: { views: Views; onClose: () => void }) {
  return (
    <Window
      title="Vistas de la oficina"
      lead="Cada persona cambia las suyas; el cargo S, todas."
      hasClose
      onDismiss={onClose}
    >
      <ul className={styles['list']} aria-label="Vistas guardadas">
        {views.views?.map((view) => (
          <ViewRow key={view.id} view={view} views={views} />
        ))}
      </ul>
    </Window>
  );
}

interface RowProps {
  view: SavedView;
  views: Views;
}

/** One view of the list, with the actions allowed to its author or charge S. */
function ViewRow({ view, views }: RowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeView(views.officeId, view),
    onSuccess: () => {
      if (views.active?.id === view.id) views.name(null);
      announce(`Vista «${view.name}» quitada`);
    },
    onSettled: views.refresh,
  });
  const askAndRemove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `¿Quitar la vista «${view.name}»?`,
      text: 'Dejará de verla toda la oficina. Las órdenes no cambian.',
      confirmLabel: 'Quitar vista',
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <li className={styles['row']} aria-label={view.name}>
      {isRenaming ? (
        <RenameView view={view} views={views} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <div className={styles['what']}>
            <p>{view.name}</p>
            <p className={styles['by']}>
              de {view.by.user}
              {view.authorLeft && ' (ya no está en esta oficina)'}
            </p>
          </div>
          {view.mayEdit && (
            <div className={styles['actions']}>
              <Button
                id={`rename-${view.id}`}
                size="sm"
                aria-label={`Renombrar ${view.name}`}
                onClick={() => setRenaming(true)}
              >
                Renombrar
              </Button>
              <Button
                size="sm"
                aria-label={`Quitar ${view.name}`}
                loading={remove.isPending}
                onClick={() => void askAndRemove()}
              >
                Quitar
              </Button>
            </div>
          )}
        </>
      )}
      <FailureAlert error={remove.error} className={windowStyles['failure']} />
    </li>
  );
}

/** Inline form to rename a view. */
function RenameView({ view, views, onDone }: RowProps & { onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  useEffect(() => {
    input.current?.select();
  }, []);
  const form = useRef<HTMLFormElement>(null);
  useFormFocus(form, `rename-${view.id}`);
  const save = useMutation({
    mutationFn: () => editView(views.officeId, view, { name: name.trim() }),
    onSuccess: (saved) => {
      announce(`La vista se llama ahora «${saved.name}»`);
      onDone();
    },
    onError: (failure) => setError(failureText(failure)),
    onSettled: views.refresh,
  });
  return (
    <div className={styles['form']}>
      <WindowForm
        ref={form}
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
