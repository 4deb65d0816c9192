import PanelRightClose from 'lucide-react/icons/panel-right-close';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import { type ReactNode, useState } from 'react';
import { classes } from '../../shared/ui/classes.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { useMediaQuery } from '../../shared/ui/use-media-query.ts';
import styles from './AssignmentScreenFrame.module.css';
import { keepSide, rememberedSide, type Side, SIDES } from './assignment-screen-side.ts';

interface Props {
  /** The table: always there. */
  orders: ReactNode;
  couriers: ReactNode;
  map: ReactNode;
  /** Stands over the panes at the right, when there is anything. */
  beside?: ReactNode;
}

type PhoneView = 'orders' | 'couriers' | 'map';

const NARROW_SIDES: Partial<Record<Side, string>> = { couriers: SIDES.couriers, map: SIDES.map };
const WIDE_SIDES: Partial<Record<Side, string>> = { both: SIDES.both, ...NARROW_SIDES };
const PHONE_VIEWS: Record<PhoneView, string> = { orders: 'Órdenes', couriers: 'Repartidores', map: 'Mapa' };

/**
 * Orders beside couriers and map. A wide window shows all three, a smaller one the orders and one of the others, a phone
 * one at a time. What has been shown once stays, so that neither a place in a list nor a view of the map is lost.
 */
export function AssignmentScreenFrame(panes: Props) {
  const isPhone = useMediaQuery('(width < 768px)');
  return isPhone ? <PhoneFrame {...panes} /> : <DeskFrame {...panes} />;
}

function PhoneFrame({ orders, couriers, map, beside }: Props) {
  const [view, setView] = useState<PhoneView>('orders');
  return (
    <div className={styles['phone']}>
      <Segmented
        label="Vista"
        options={PHONE_VIEWS}
        value={view}
        onChange={setView}
        fills
        className={styles['views']}
      />
      <Pane label="Órdenes" isShown={view === 'orders'} className={styles['orders']}>
        {orders}
      </Pane>
      <Pane label="Repartidores" isShown={view === 'couriers'} className={styles['couriers']}>
        {couriers}
      </Pane>
      <Pane label="Mapa de órdenes" isShown={view === 'map'} className={styles['map']}>
        {map}
      </Pane>
      {beside}
    </div>
  );
}

function DeskFrame({ orders, couriers, map, beside }: Props) {
  const isWide = useMediaQuery('(width >= 1280px)');
  const [wanted, setWanted] = useState(rememberedSide);
  const [last, setLast] = useState<Side>(wanted === 'none' ? 'both' : wanted);
  const fits = (side: Side): Side => (side === 'both' && !isWide ? 'couriers' : side);
  const side = fits(wanted);
  const choose = (next: Side): void => {
    setWanted(next);
    keepSide(next);
    if (next !== 'none') setLast(next);
  };
  const options = isWide ? WIDE_SIDES : NARROW_SIDES;
  return (
    <div className={styles['desk']} data-side={side}>
      <Pane label="Órdenes" isShown className={styles['orders']}>
        {orders}
      </Pane>
      <div className={styles['side']}>
        <div className={styles['sideHead']}>
          {side !== 'none' && (
            <Segmented label="Panel lateral" options={options} value={side} onChange={choose} fills />
          )}
          <IconButton
            label={side === 'none' ? 'Mostrar el panel lateral' : 'Ocultar el panel lateral'}
            variant="plain"
            tooltipSide="left"
            aria-expanded={side !== 'none'}
            icon={
              side === 'none' ? (
                <PanelRightOpen size={18} aria-hidden="true" />
              ) : (
                <PanelRightClose size={18} aria-hidden="true" />
              )
            }
            onClick={() => {
              choose(side === 'none' ? last : 'none');
            }}
          />
        </div>
        <Pane label="Mapa de órdenes" isShown={side === 'both' || side === 'map'} className={styles['map']}>
          {map}
        </Pane>
        <Pane label="Repartidores" isShown={side === 'both' || side === 'couriers'} className={styles['couriers']}>
          {couriers}
        </Pane>
      </div>
      {beside}
    </div>
  );
}

interface PaneProps {
  label: string;
  isShown: boolean;
  className: string | undefined;
  children: ReactNode;
}

function Pane({ label, isShown, className, children }: PaneProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <section aria-label={label} className={classes(styles['pane'], className)} hidden={!isShown}>
      {(isShown || wasShown) && children}
    </section>
  );
}
