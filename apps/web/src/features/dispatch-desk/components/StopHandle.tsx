import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ComponentProps } from 'react';
import styles from './StopsList.module.css';

interface Props {
  code: string;
  /** Index among the stops. */
  place: number;
  /** Props that start a drag. */
  drag: Pick<ComponentProps<'button'>, 'onPointerDown'>;
  /** @param by -1 for up, 1 for down. */
  onMove: (by: number) => void;
  /** Pins the stop, or unpins it. */
  onPin: () => void;
}

/** The handle of a stop: dragged, moved with Alt and the arrow keys, pinned with P. */
export function StopHandle({ code, place, drag, onMove, onPin }: Props) {
  return (
    <button
      type="button"
      className={styles['handle']}
      aria-label={`Parada ${place + 1}, ${code}: mover con Alt y flechas`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown P"
      {...drag}
      onKeyDown={(event) => {
        const { key, altKey, ctrlKey, metaKey } = event;
        const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
        const moves = by !== 0 && altKey;
        const pins = key.toLowerCase() === 'p' && !altKey && !ctrlKey && !metaKey;
        if (!moves && !pins) return;
        event.preventDefault();
        event.stopPropagation();
        if (pins) onPin();
        else onMove(by);
      }}
    >
      <GripVertical size={16} aria-hidden="true" />
      <span className={styles['place']}>{place + 1}</span>
    </button>
  );
}
