import { Button } from '../../../shared/ui/Button/Button.tsx';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { WindowFoot } from '../../../shared/ui/Window/WindowFoot.tsx';
import { type Views } from '../state/use-views.ts';
import { ViewRow } from './ViewRow.tsx';
import styles from './ViewsWindow.module.css';

/** Dialog to rename and remove the office's views. */
export function ViewsWindow({ views, onClose }: { views: Views; onClose: () => void }) {
  return (
    <Window title="Vistas de la oficina" lead="Cada persona cambia las suyas; el cargo S, todas." onDismiss={onClose}>
      <ul className={styles['list']} aria-label="Vistas guardadas">
        {views.views?.map((view) => (
          <ViewRow key={view.id} view={view} views={views} />
        ))}
      </ul>
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </Window>
  );
}
