import { type SavedView } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../shared/dialogs/confirm.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import windowStyles from '../../../shared/ui/Window/Window.module.css';
import { failureText } from '../../../shared/format/failure-text.ts';
import { removeView } from '../api/save-view.ts';
import { type Views } from '../state/use-views.ts';
import { RenameView } from './RenameView.tsx';
import styles from './ViewsWindow.module.css';

/** One view of the list, with the actions allowed to its author or charge S. */
export function ViewRow({ view, views }: { view: SavedView; views: Views }) {
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
        <RenameView
          view={view}
          views={views}
          onDone={() => {
            setRenaming(false);
          }}
        />
      ) : (
        <>
          <div className={styles['what']}>
            <p>{view.name}</p>
            <p className={styles['by']}>de {view.by.user}</p>
          </div>
          {view.mayEdit && (
            <div className={styles['actions']}>
              <Button
                size="sm"
                aria-label={`Renombrar ${view.name}`}
                onClick={() => {
                  setRenaming(true);
                }}
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
      {remove.error && <Alert className={windowStyles['failure']}>{failureText(remove.error)}</Alert>}
    </li>
  );
}
