import { useState } from 'react';
import { indexAfterKey } from '#shared/hooks/use-roving-focus.ts';
import { SIDE_WIDTH, withinWidth } from '../state/map-side.ts';
import styles from './MapFrame.module.css';

interface Props {
  /** Id of the element whose width it changes. */
  controls: string;
  /** In pixels. */
  width: number;
  onWidth: (width: number) => void;
}

/** Pixels per press of an arrow key. */
const STEP = 16;

/** The edge of the list: dragged, or moved with the arrow keys, it changes the width; a double click restores it. */
export function SideResizer({ controls, width, onWidth }: Props) {
  const [grip, setGrip] = useState<number>();
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label="Ancho de la lista"
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={SIDE_WIDTH.min}
      aria-valuemax={SIDE_WIDTH.max}
      className={styles['resizer']}
      data-dragged={grip !== undefined || undefined}
      onPointerDown={({ button, currentTarget, pointerId, clientX }) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        setGrip(width - clientX);
      }}
      onPointerMove={({ clientX }) => {
        if (grip !== undefined) onWidth(withinWidth(grip + clientX));
      }}
      onLostPointerCapture={() => setGrip(undefined)}
      onDoubleClick={() => onWidth(SIDE_WIDTH.usual)}
      onKeyDown={(event) => {
        const steps = (SIDE_WIDTH.max - SIDE_WIDTH.min) / STEP;
        const to = indexAfterKey(event.key, (width - SIDE_WIDTH.min) / STEP, steps + 1, { axis: 'row' });
        if (to === null) return;
        event.preventDefault();
        onWidth(withinWidth(SIDE_WIDTH.min + to * STEP));
      }}
    />
  );
}
