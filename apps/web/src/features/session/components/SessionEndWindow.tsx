import { Link } from 'react-router-dom';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { paths } from '#shared/paths.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import windowStyles from '#shared/ui/Window/Window.module.css';
import { touchSession } from '../state/session.ts';
import styles from './SessionEndWindow.module.css';
import { type UpcomingEnd } from '../state/watch-session-end.ts';

interface Props {
  near: UpcomingEnd;
  /** Sign in again early, the only remedy against the absolute limit. */
  onSignIn: () => void;
  onLater: () => void;
}

/** Warning shortly before the session ends. */
export function SessionEndWindow({ near, onSignIn, onLater }: Props) {
  return near.cause === 'idle' ? <IdleWindow near={near} /> : <LimitWindow {...{ near, onSignIn, onLater }} />;
}

/** The remaining time for screen readers. Empty at first, because the window has just announced it. */
function Left({ leftMs }: { leftMs: number }) {
  return (
    <span role="status" className="visually-hidden">
      {leftMs <= 30_000 ? 'Quedan 30 segundos' : leftMs <= 60_000 && 'Queda 1 minuto'}
    </span>
  );
}

function IdleWindow({ near: { leftMs } }: Pick<Props, 'near'>) {
  const { isBusy, failure, run } = useTask(async () => {
    await touchSession();
    announce('Su sesión sigue abierta');
  });
  return (
    <Window
      title="¿Sigue ahí?"
      lead={
        <>
          Su sesión terminará en <strong className={styles['left']}>{formatCountdown(leftMs)}</strong> por inactividad.
        </>
      }
      role="alertdialog"
      focus="button"
      onDismiss={() => void run()}
    >
      <Left leftMs={leftMs} />
      <div role="alert" className={windowStyles['failure']}>
        {failure !== undefined && failureSentences(failure)}
      </div>
      <div className={windowStyles['actions']}>
        <Link to={paths.logout} className={styles['leave']}>
          Salir
        </Link>
        <Button variant="primary" loading={isBusy} onClick={() => void run()}>
          Seguir conectado
        </Button>
      </div>
    </Window>
  );
}

function LimitWindow({ near: { leftMs }, onSignIn, onLater }: Props) {
  return (
    <Window
      title="Su sesión llega a su límite"
      lead={
        <>
          Terminará en <strong className={styles['left']}>{formatCountdown(leftMs)}</strong>, haga lo que haga, y tendrá
          que ingresar otra vez. Puede hacerlo ahora, en esta misma página: lo que escribió no se pierde.
        </>
      }
      role="alertdialog"
      focus="button:last-of-type"
      onDismiss={onLater}
    >
      <Left leftMs={leftMs} />
      <div className={windowStyles['actions']}>
        <Link to={paths.logout} className={styles['leave']}>
          Salir
        </Link>
        <Button onClick={onLater}>Más tarde</Button>
        <Button variant="primary" onClick={onSignIn}>
          Ingresar ahora
        </Button>
      </div>
    </Window>
  );
}
