import { type ReadonlyStore, useStore } from '#shared/state/store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { statusAt } from '../rules/activity.ts';
import { type Track } from '../rules/track.ts';
import styles from './Replay.module.css';

const MINUTE = 60;

interface Props {
  /** The couriers of the filter. */
  tracks: readonly Track[];
  /** How many worked on the day. */
  total: number;
  time: ReadonlyStore<number>;
  timeText: (seconds: number) => string;
  onChoose: (id: string) => void;
  /** Shows all of them. */
  onAll: () => void;
}

/** The couriers of the day, with their work until the shown time. */
export function DayCouriers({ tracks, total, time, timeText, onChoose, onAll }: Props) {
  const minute = useStore(time, (at) => Math.floor(at / MINUTE) * MINUTE);
  return (
    <>
      <header className={styles['head']}>
        <h2 className="truncate">Repartidores</h2>
        <span>{tracks.length === total ? total : `${tracks.length} de ${total}`} en el día</span>
        {tracks.length < total && (
          <Button size="sm" onClick={onAll}>
            Ver todos
          </Button>
        )}
      </header>
      <ul aria-label="Repartidores del día">
        {tracks.map((track) => {
          const { text, isSilent } = statusAt(track, minute, timeText);
          return (
            <li key={track.id}>
              <button type="button" className={styles['line']} onClick={() => onChoose(track.id)}>
                <Avatar name={track.name} />
                <span>
                  <span className={styles['row']}>
                    <strong className="truncate">{track.name}</strong>
                    {track.stops > 0 && <span>{track.stops === 1 ? '1 parada' : `${track.stops} paradas`}</span>}
                  </span>
                  <small className="truncate" data-silent={isSilent || undefined}>
                    {text}
                  </small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
