import { Button } from '../../../shared/ui/Button.tsx';
import { Kbd } from '../../../shared/ui/Kbd.tsx';
import { Window } from '../../../shared/ui/Window.tsx';
import windowStyles from '../../../shared/ui/Window.module.css';
import styles from './KeysWindow.module.css';

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Buscar órdenes'],
  [['↑', '↓'], 'Ir por la tabla; con Mayús, elegir por el camino'],
  [['Espacio'], 'Elegir la orden, o dejar de elegirla'],
  [['Ctrl', 'A'], 'Elegir todo el resultado (hasta 1000)'],
  [['A'], 'Asignar las órdenes elegidas'],
  [['S'], 'Sugerir un reparto de las elegidas'],
  [['H'], 'Últimas acciones y sus recibos'],
  [['U'], 'Deshacer la última acción, mientras se pueda'],
  [['Alt', '↑'], 'En las paradas de un repartidor: subir la parada; con ↓, bajarla'],
  [['Esc'], 'Cerrar la ventana; dejar de elegir'],
  [['?'], 'Esta lista'],
];

/** The keys of the section. */
export function KeysWindow({ onClose }: { onClose: () => void }) {
  return (
    <Window
      title="Teclas de esta sección"
      lead="Todo lo que se hace con el ratón se hace también con el teclado."
      onDismiss={onClose}
    >
      <dl className={styles['keys']}>
        {KEYS.map(([keys, what]) => (
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
      <div className={windowStyles['actions']}>
        <Button onClick={onClose}>Cerrar</Button>
      </div>
    </Window>
  );
}
