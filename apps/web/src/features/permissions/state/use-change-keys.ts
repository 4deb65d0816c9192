import { confirm } from '#shared/dialogs/confirm.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { countChanges } from '../rules/pending.ts';
import { type Edits } from './use-edits.ts';

/** Ctrl+S saves and Esc asks to discard. @returns the handler of the button «Descartar», same as Esc. */
export function useChangeKeys(edits: Edits, dirty: boolean): () => void {
  const discard = async (): Promise<void> => {
    if (!dirty || edits.saving !== null) return;
    const count = countChanges(edits.pending);
    const sure = await confirm({
      title: count === 1 ? '¿Descartar el cambio?' : `¿Descartar los ${count} cambios?`,
      text: 'La matriz vuelve a lo que está guardado.',
      confirmLabel: 'Descartar',
      cancelLabel: 'Seguir editando',
      danger: true,
    });
    if (sure) edits.drop();
  };
  // Even with nothing to save: suppresses the browser's «save page» dialog.
  useShortcut('Ctrl+s', () => void edits.save());
  const onDiscard = (): void => void discard();
  useShortcut(dirty ? 'Escape' : undefined, onDiscard);
  return onDiscard;
}
