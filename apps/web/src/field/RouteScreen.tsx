import { type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatWeekday } from '../shared/format/format-day.ts';
import { Alert } from '../shared/ui/Alert/Alert.tsx';
import { Button } from '../shared/ui/Button/Button.tsx';
import { Logo } from '../shared/ui/Logo/Logo.tsx';
import styles from './Field.module.css';
import { FieldFailure, readRoute, textOf } from './field-calls.ts';
import { isOpen } from './stop-texts.ts';
import { SignOut } from './SignOut.tsx';
import { StopCard } from './StopCard.tsx';

interface Props {
  session: FieldSession;
  /** The phone is no longer connected. */
  onEnded: () => void;
  /** The courier signed out. */
  onLeft: () => void;
}

/** How often the route is read while it is visible. */
const REFRESH_MS = 60_000;

/** «Mi ruta»: the courier's stops of the working day, in order. */
export function RouteScreen({ session, onEnded, onLeft }: Props) {
  const { route, failure, at, isReading, read } = useRoute(onEnded);
  const done = route?.stops.filter((stop) => !isOpen(stop)).length ?? 0;
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <Logo size={24} withName={false} />
        <div className={styles['who']}>
          <strong>{session.courier}</strong>
          <span>{session.office}</span>
        </div>
        <SignOut onEnded={onEnded} onLeft={onLeft} />
      </header>
      <main className={styles['route']}>
        <div className={styles['title']}>
          <div>
            <h1 className={styles['heading']}>Mi ruta</h1>
            {route && (
              <p className={styles['muted']}>
                {formatWeekday(route.day)} · {done} de {route.stops.length} cerradas
              </p>
            )}
          </div>
          <Button loading={isReading} onClick={read}>
            Actualizar
          </Button>
        </div>
        {failure !== undefined && <Alert>{failure}</Alert>}
        {route?.stops.length === 0 && (
          <p className={styles['empty']}>Hoy no tiene paradas. Cuando su oficina le asigne órdenes, aparecerán aquí.</p>
        )}
        {route && (
          <ol className={styles['stops']} aria-label="Paradas de hoy">
            {route.stops.map((stop, index) => (
              <StopCard key={stop.id} stop={stop} place={index + 1} reasons={route.reasons} now={at} />
            ))}
          </ol>
        )}
      </main>
    </div>
  );
}

interface Read {
  /** The reading that this is the result of. */
  turn: number;
  route?: FieldRoute;
  failure?: string;
  /** When it arrived, in epoch milliseconds. */
  at: number;
}

/** The route, read when the page opens, when it becomes visible again, and every minute while it is. */
function useRoute(onEnded: () => void) {
  const [turn, setTurn] = useState(1);
  const [last, setLast] = useState<Read>({ turn: 0, at: 0 });
  const end = useEffectEvent(onEnded);
  useEffect(() => {
    let isCurrent = true;
    readRoute().then(
      (route) => {
        if (isCurrent) setLast({ turn, route, at: Date.now() });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (error instanceof FieldFailure && error.isDisconnected) end();
        // The last known route stays on the screen.
        else setLast((before) => ({ ...before, turn, failure: textOf(error) }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [turn]);
  useEffect(() => {
    const readIfVisible = (): void => {
      if (document.visibilityState === 'visible') setTurn((before) => before + 1);
    };
    const clock = setInterval(readIfVisible, REFRESH_MS);
    document.addEventListener('visibilitychange', readIfVisible);
    return () => {
      clearInterval(clock);
      document.removeEventListener('visibilitychange', readIfVisible);
    };
  }, []);
  const read = (): void => {
    setTurn((before) => before + 1);
  };
  return { ...last, isReading: last.turn !== turn, read };
}
