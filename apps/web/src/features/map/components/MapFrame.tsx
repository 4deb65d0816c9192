import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { ACTION_KEYS } from '#shared/hooks/shortcut.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { keepMapSide, type MapSide, nextWidth, rememberedMapSide } from '../state/map-side.ts';
import styles from './MapFrame.module.css';
import { SideResizer } from './SideResizer.tsx';

interface Props {
  /** Names the list. */
  label?: string;
  /** The content of the list, in a few words. */
  summary: string;
  /** Controls in the heading of the list. */
  tools?: ReactNode;
  list: ReactNode;
  /** Shown in the place of the list, which it opens. */
  editor?: ReactNode;
  /** Actions on the selected orders. */
  bar?: ReactNode;
  /** The open order: beside the map in a wide window, otherwise over it. */
  panel?: ReactNode;
  /** The map, and what lies over it. */
  children: ReactNode;
}

/**
 * Layout of the map with its list: beside it, with a width of the user's choice, or folded to a strip; on a phone a sheet
 * over it. The list stays mounted, to keep its scroll position.
 */
export function MapFrame(props: Props) {
  const { label = 'Órdenes y repartidores del mapa', summary, tools, list, editor, bar, panel, children } = props;
  const id = useId();
  const isPhone = useMediaQuery('(width < 48em)');
  const [side, setSide] = useState(rememberedMapSide);
  const change = (next: Partial<MapSide>): void => {
    const changed = { ...side, ...next };
    setSide(changed);
    keepMapSide(changed);
  };
  const { width } = side;
  const isOpen = side.isOpen || Boolean(editor);
  const toggle = (): void => change({ isOpen: !isOpen });
  return (
    <div className={styles['frame']} {...ACTION_KEYS}>
      <div
        className={styles['stage']}
        data-open={isOpen || undefined}
        data-panel={Boolean(panel) || undefined}
        style={{ '--side-width': `${width}px` } as CSSProperties}
      >
        <aside className={styles['side']} aria-label={label}>
          <header className={styles['head']} hidden={Boolean(editor)}>
            {isPhone ? (
              <button
                type="button"
                className={styles['handle']}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={toggle}
              >
                <span>{summary}</span>
                {isOpen ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronUp size={18} aria-hidden="true" />}
              </button>
            ) : (
              isOpen && <p className={styles['summary']}>{summary}</p>
            )}
            {(isPhone || isOpen) && tools}
            {!isPhone && isOpen && (
              <IconButton
                label="Cambiar el ancho de la lista"
                variant="plain"
                icon={<MoveHorizontal size={18} aria-hidden="true" />}
                onClick={() => change({ width: nextWidth(width) })}
              />
            )}
            {!isPhone && (
              <IconButton
                label={isOpen ? 'Ocultar la lista' : 'Mostrar la lista'}
                variant="plain"
                tooltipSide="right"
                aria-expanded={isOpen}
                aria-controls={id}
                icon={
                  isOpen ? (
                    <PanelLeftClose size={18} aria-hidden="true" />
                  ) : (
                    <PanelLeftOpen size={18} aria-hidden="true" />
                  )
                }
                onClick={toggle}
              />
            )}
          </header>
          {editor}
          <div id={id} className={styles['body']} hidden={!isOpen || Boolean(editor)}>
            {list}
          </div>
          {!isPhone && isOpen && (
            <SideResizer controls={id} width={width} onWidth={(next) => change({ width: next })} />
          )}
        </aside>
        <div className={styles['map']}>
          {children}
          {!isPhone && bar !== undefined && <div className={styles['bar']}>{bar}</div>}
        </div>
        {panel}
      </div>
      {isPhone && bar}
    </div>
  );
}
