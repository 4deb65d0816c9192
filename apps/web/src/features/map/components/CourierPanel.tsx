import { type MapCourier, VEHICLES } from '@despacho/contracts/dispatch';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import Route from 'lucide-react/icons/route';
import X from 'lucide-react/icons/x';
import { type ReactNode } from 'react';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { type LivePosition, usePosition } from '#shared/live/positions-store.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { lastSeenText, signOfLife } from '../rules/courier-mark.ts';
import styles from './CourierPanel.module.css';
import { ReplayLink } from './ReplayLink.tsx';

/** Maximum age (ms) of a shown speed: an older one is meaningless. */
const SPEED_MS = 2 * 60_000;

/** Pixels that the panel hides at the right edge of a wide map. */
export const PANEL_WIDTH = 380;

interface Props {
  courier: MapCourier;
  /** Minutes without a position after which a courier counts as silent. */
  silence: number;
  /** Whether the map follows the courier. */
  isFollowed: boolean;
  onFollow: (isOn: boolean) => void;
  onClose: () => void;
  /** The courier's work and the actions on it; empty for people who may not see orders. */
  children?: ReactNode;
}

/** @returns the state of the device: «31 km/h», «batería 64 %». */
function deviceTexts(position: LivePosition | undefined, age: number | undefined): string[] {
  if (!position || age === undefined) return [];
  const { speed, battery } = position;
  return [
    ...(speed !== undefined && age <= SPEED_MS ? [speed === 0 ? 'detenido' : `${speed} km/h`] : []),
    ...(battery !== undefined ? [`batería ${battery} %`] : []),
  ];
}

/** The courier chosen on the map. */
export function CourierPanel({ courier, silence, isFollowed, onFollow, onClose, children }: Props) {
  const { id, name, vehicle, plate } = courier;
  const position = usePosition(id);
  const life = signOfLife(position, useServerTime(), silence);
  const isSeen = life.age !== undefined;
  const carrier = [VEHICLES[vehicle], plate].filter((text) => text !== null).join(' ');
  const district = isSeen && position?.district ? `, ${position.district}` : '';
  return (
    <section className={styles['panel']} aria-label={name}>
      <header className={styles['head']}>
        <Avatar name={name} />
        <div className={styles['who']}>
          <h2 className="truncate">{name}</h2>
          <p>{[carrier, ...deviceTexts(position, life.age)].join(' · ')}</p>
          <p className={life.silence === undefined ? undefined : styles['silent']}>
            {lastSeenText(life)}
            {district}
          </p>
        </div>
        <IconButton
          label="Cerrar la ficha"
          variant="plain"
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div className={styles['actions']}>
        <Button
          variant={isFollowed ? 'secondary' : 'primary'}
          className={styles['follow']}
          icon={<LocateFixed size={18} aria-hidden="true" />}
          aria-pressed={isFollowed}
          disabled={!isSeen}
          onClick={() => onFollow(!isFollowed)}
        >
          {isFollowed ? 'Siguiendo' : 'Seguir'}
        </Button>
        <ReplayLink courierId={id} icon={<Route size={18} aria-hidden="true" />}>
          Recorrido
        </ReplayLink>
      </div>
      {children}
    </section>
  );
}
