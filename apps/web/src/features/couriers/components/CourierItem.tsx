import { type Courier, POSITION_HOURS, VEHICLES, type Vehicle } from '@despacho/contracts/dispatch';
import Bike from 'lucide-react/icons/bike';
import Car from 'lucide-react/icons/car';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Footprints from 'lucide-react/icons/footprints';
import MapPin from 'lucide-react/icons/map-pin';
import Motorbike from 'lucide-react/icons/motorbike';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import Van from 'lucide-react/icons/van';
import { memo, type ReactNode, useId } from 'react';
import { formatRelative } from '#shared/format/format-relative.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { usePosition } from '#shared/live/positions-store.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { classes } from '#shared/styles/classes.ts';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { useDrawnZones } from '#shared/zones/drawn-zones.ts';
import { overloads } from '../rules/load.ts';
import { shiftState } from '../rules/shift.ts';
import { zoneSummary } from '../rules/zone-names.ts';
import styles from './CourierItem.module.css';
import { LoadMeter } from './LoadMeter.tsx';

const VEHICLE_ICONS = {
  moto: Motorbike,
  auto: Car,
  furgoneta: Van,
  camion: Truck,
  bicicleta: Bike,
  a_pie: Footprints,
} as const satisfies Record<Vehicle, typeof Car>;

interface Props {
  courier: Courier;
  /** Place in a virtual list of `count` rows; `top` in px. */
  index: number;
  count: number;
  top: number;
  /** A ref that measures the row. */
  measure: (row: HTMLLIElement | null) => void;
  /** Time of day at the office, «08:05». */
  time: string;
  /** Whether a dragged order would be dropped here. */
  aimedAt: boolean;
  open: boolean;
  onToggle: (id: string, open: boolean) => void;
  menuOf: (courier: Courier) => readonly MenuItem[];
  /** The stops, while expanded. */
  children: ReactNode;
}

/** @param cash in céntimos; null for people who may not see amounts. */
const overLimitText = (cash: number | null): string =>
  cash === null ? 'Lleva más efectivo que el tope' : `Lleva ${formatSoles(cash)} en efectivo, sobre el tope`;

/**
 * One courier in the pane with vehicle and load, and the stops when expanded. A drop target for orders. Memoised,
 * because it is next to a table that changes every second.
 */
export const CourierItem = memo(function CourierItem(props: Props) {
  const { courier, index, count, top, measure, time, aimedAt, open, onToggle, menuOf, children } = props;
  const id = useId();
  useDrawnZones();
  const shift = shiftState(courier.shift, time);
  const warnings = [...overloads(courier), ...(courier.cash === undefined ? [] : [overLimitText(courier.cash)])];
  const VehicleIcon = VEHICLE_ICONS[courier.vehicle];
  const away = courier.state === 'ausente';
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top }}
      // Identifies the drop target (state/use-order-drag.ts in dispatch-desk).
      data-courier-id={courier.id}
      className={classes(styles['item'], aimedAt && styles['aimed'])}
      aria-label={courier.name}
    >
      <div className={styles['head']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onToggle(courier.id, !open)}
        >
          <Avatar name={courier.name} />
          <span className={styles['who']}>
            <span className={styles['name']}>
              <span className="truncate">{courier.name}</span>
              <ChevronRight size={14} aria-hidden="true" className={styles['chevron']} />
            </span>
            <span className={styles['what']}>
              <VehicleIcon size={14} aria-hidden="true" />
              <span className="truncate">
                {VEHICLES[courier.vehicle]} · {shift.text}
              </span>
            </span>
            <span className={styles['zones']}>{zoneSummary(courier)}</span>
            <CourierPlace courierId={courier.id} />
          </span>
          <LoadMeter courier={courier} />
        </button>
        <Menu
          compact
          label={`Acciones de ${courier.name}`}
          icon={<Ellipsis size={18} aria-hidden="true" />}
          items={() => menuOf(courier)}
        />
      </div>
      {(away || warnings.length > 0) && (
        <p className={styles['marks']}>
          {away && <Mark>Ausente</Mark>}
          {warnings.map((text) => (
            <Mark key={text} tone="warn" icon={<TriangleAlert size={14} aria-hidden="true" />}>
              {text}
            </Mark>
          ))}
        </p>
      )}
      {open && (
        <div id={id} className={styles['inside']}>
          {children}
        </div>
      )}
    </li>
  );
});

/** Where a courier was last: «hace 2 min, Breña». Nothing for people without module M01, who receive no positions. */
function CourierPlace({ courierId }: { courierId: string }) {
  const position = usePosition(courierId);
  const now = new Date(useServerTime());
  if (!position || now.getTime() - Date.parse(position.at) > POSITION_HOURS * 60 * 60_000) return null;
  const { at, district } = position;
  return (
    <span className={styles['what']}>
      <MapPin size={14} aria-hidden="true" />
      <span className="truncate">
        {formatRelative(at, now)}
        {`, ${district === '' ? 'lugar dudoso' : district}`}
      </span>
    </span>
  );
}
