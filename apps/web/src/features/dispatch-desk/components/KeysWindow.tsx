import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { KEYS, type KeysPlace } from '../rules/keys.ts';
import styles from './KeysWindow.module.css';

/** Dialog with the keyboard shortcuts of the section. */
export function KeysWindow({ place, onClose }: { place: KeysPlace; onClose: () => void }) {
  return (
    <Window
      title="Teclas de esta sección"
      lead="Todo lo que se hace con el mouse se hace también con el teclado."
      hasClose
      onDismiss={onClose}
    >
      <dl className={styles['keys']}>
        {KEYS[place].map(([keys, what]) => (
          <div key={what} className={styles['row']}>
            <dt className={styles['key']}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Window>
  );
}
