import { useEffect, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { FIRST_FIELD } from '#shared/hooks/focus-first-field.ts';
import { MODAL } from '#shared/hooks/shortcut.ts';
import { commandBox } from '#shared/hooks/use-commands.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { useStore } from '#shared/state/store.ts';
import { Window } from '#shared/ui/Window/Window.tsx';

const loadSearch = () => import('#app/commands/CommandSearch.tsx');

/** @returns whether nothing can be lost below the box: no question is open, and no window with a field. */
function mayOpen(): boolean {
  const top = [...document.querySelectorAll(MODAL)].at(-1);
  return !top || (top.matches('dialog:not([role])') && top.querySelector(FIRST_FIELD) === null);
}

const close = (): void => commandBox.set(false);

/** Ctrl+K (⌘K) opens the box of commands, from every screen. */
export function CommandBox() {
  const isOpen = useStore(commandBox);
  useEffect(() => close, []);
  useShortcut('Ctrl+k', ({ repeat }) => {
    if (repeat) return;
    if (isOpen || mayOpen()) commandBox.set(!isOpen);
    else announce('Termine o cierre antes esta ventana');
  });
  return isOpen && <OpenBox />;
}

/** Until the code of the search has loaded, a plain field keeps what is typed. */
function OpenBox() {
  const part = useLazyModule(loadSearch);
  const [text, setText] = useState('');
  return (
    <Window
      wide="box"
      title="Buscar o hacer"
      lead="Órdenes, repartidores, clientes, secciones y acciones"
      onDismiss={close}
    >
      {part ? (
        <part.CommandSearch text={text} onText={setText} onClose={close} />
      ) : (
        <input aria-label="Buscar o hacer" value={text} onChange={({ target }) => setText(target.value)} />
      )}
    </Window>
  );
}
