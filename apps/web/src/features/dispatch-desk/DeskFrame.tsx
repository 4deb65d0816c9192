import List from 'lucide-react/icons/list';
import MapIcon from 'lucide-react/icons/map';
import PanelRightClose from 'lucide-react/icons/panel-right-close';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useState } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { PHONE } from '#features/orders/rules/phone.ts';
import styles from './DeskFrame.module.css';
import { keepSide, rememberedSide, type Side } from './state/desk-side.ts';

interface Props {
  /** The table; always shown. */
  orders: ReactNode;
  /** Actions on the selected orders. */
  bar: ReactNode;
  couriers: ReactNode;
  map: ReactNode;
  /** Covers the panes on the right, if present. */
  beside?: ReactNode;
}

type PhoneView = 'orders' | 'couriers' | 'map';

const NARROW_SIDES: Partial<Record<Side, string>> = { couriers: 'Repartidores', map: 'Mapa' };
const WIDE_SIDES: Partial<Record<Side, string>> = { both: 'Ambos', ...NARROW_SIDES };
const PHONE_VIEWS: Record<PhoneView, string> = { orders: 'Órdenes', couriers: 'Repartidores', map: 'Mapa' };

const PHONE_ICONS: Record<PhoneView, ReactNode> = {
  orders: <List size={18} aria-hidden="true" />,
  couriers: <Users size={18} aria-hidden="true" />,
  map: <MapIcon size={18} aria-hidden="true" />,
};

/**
 * Layout of orders, couriers and map. A wide window shows all three, a smaller one the orders and one other pane, a
 * phone one at a time. Panes stay mounted once shown, to keep scroll positions and the map view. They keep the same
 * position in the tree at every width, so that rotating a phone does not lose form input.
 */
export function DeskFrame({ orders, bar, couriers, map, beside }: Props) {
  const isPhone = useMediaQuery('(width < 48em)');
  const isFolded = useMediaQuery(PHONE);
  const isWide = useMediaQuery('(width >= 80em)');
  const [view, setView] = useState<PhoneView>('orders');
  const [wanted, setWanted] = useState(rememberedSide);
  // The pane to restore when the side is shown again. Stores the user's choice rather than what fits, so that a small
  // window does not change it for a large one.
  const [last, setLast] = useState<Side>(wanted === 'none' ? 'both' : wanted);
  const side: Side = wanted === 'both' && !isWide ? 'couriers' : wanted;
  const isHidden = side === 'none';
  const choose = (next: Side): void => {
    setWanted(next);
    if (next !== 'none') setLast(next);
    keepSide(next);
  };
  const shows = (pane: PhoneView): boolean => {
    if (isPhone) return view === pane;
    return pane === 'orders' || side === 'both' || side === pane;
  };
  return (
    <div
      className={styles[isPhone ? 'phone' : 'desk']}
      data-side={isPhone ? undefined : side}
      data-folded={isFolded || undefined}
    >
      {isPhone && (
        // Receives the focus when the focused element was removed and there is no row (focus-table.ts).
        <div className={styles['views']} data-panes="">
          <Segmented
            label="Vista"
            options={PHONE_VIEWS}
            icons={isFolded ? PHONE_ICONS : undefined}
            value={view}
            onChange={setView}
            fills
          />
        </div>
      )}
      <Pane label="Órdenes" isShown={shows('orders')}>
        {orders}
        {!isPhone && bar}
      </Pane>
      <div data-unprinted={isPhone ? undefined : ''} className={styles[isPhone ? 'panes' : 'side']}>
        {!isPhone && (
          <div className={styles['sideHead']}>
            {!isHidden && (
              <Segmented
                label="Panel lateral"
                options={isWide ? WIDE_SIDES : NARROW_SIDES}
                value={side}
                onChange={choose}
                fills
              />
            )}
            <IconButton
              label={isHidden ? 'Mostrar el panel lateral' : 'Ocultar el panel lateral'}
              variant="plain"
              tooltipSide="left"
              aria-expanded={!isHidden}
              icon={
                isHidden ? (
                  <PanelRightOpen size={18} aria-hidden="true" />
                ) : (
                  <PanelRightClose size={18} aria-hidden="true" />
                )
              }
              onClick={() => choose(isHidden ? last : 'none')}
            />
          </div>
        )}
        <Pane label="Mapa de órdenes" isShown={shows('map')} className={styles['map']}>
          {map}
        </Pane>
        <Pane label="Repartidores" isShown={shows('couriers')} className={styles['couriers']}>
          {couriers}
        </Pane>
      </div>
      {isPhone && bar}
      {beside}
    </div>
  );
}

interface PaneProps {
  label: string;
  isShown: boolean;
  className?: string | undefined;
  children: ReactNode;
}

function Pane({ label, isShown, className, children }: PaneProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <section aria-label={label} className={classes(styles['pane'], className)} hidden={!isShown}>
      {wasShown && children}
    </section>
  );
}
