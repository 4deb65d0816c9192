import { DomEvent } from 'leaflet';
import Focus from 'lucide-react/icons/focus';
import ListChecks from 'lucide-react/icons/list-checks';
import SquareDashedMousePointer from 'lucide-react/icons/square-dashed-mouse-pointer';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import styles from './OrdersMap.module.css';

interface Props {
  onFit: () => void;
  /** Selection tools; omit them if nothing can be selected. */
  choosing?: {
    isBoxOn: boolean;
    onToggleBox: () => void;
    onChooseVisible: () => void;
  };
}

/** Tools of the map, except moving it; all work by keyboard. */
export function MapTools({ onFit, choosing }: Props) {
  const map = useMap();
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!tools.current) return;
    DomEvent.disableClickPropagation(tools.current);
    DomEvent.disableScrollPropagation(tools.current);
  }, [map]);
  return (
    <div ref={tools} className={styles['tools']}>
      <IconButton
        label="Ajustar a las órdenes"
        tooltipSide="left"
        icon={<Focus size={18} aria-hidden="true" />}
        onClick={onFit}
      />
      {choosing && (
        <>
          <IconButton
            label="Seleccionar un área (también con Mayús y arrastrar)"
            tooltipSide="left"
            aria-pressed={choosing.isBoxOn}
            icon={<SquareDashedMousePointer size={18} aria-hidden="true" />}
            onClick={choosing.onToggleBox}
          />
          <IconButton
            label="Seleccionar todo lo visible"
            tooltipSide="left"
            icon={<ListChecks size={18} aria-hidden="true" />}
            onClick={choosing.onChooseVisible}
          />
        </>
      )}
    </div>
  );
}
