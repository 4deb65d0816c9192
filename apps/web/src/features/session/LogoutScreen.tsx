import { useEffect, useRef, useState } from 'react';
import { Link, NavigationType, useNavigate, useNavigationType } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { isOutcomeUnknown } from '#shared/http/outcome-unknown.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import styles from '#shared/ui/PlainPage/PlainPage.module.css';
import { PlainWords } from '#shared/ui/PlainPage/PlainWords.tsx';
import { isFromElsewhere } from './rules/is-from-elsewhere.ts';
import { signOut } from './state/session.ts';

/** The message of a failed attempt: only the server can end a session. */
function textOfFailure(failure: unknown): [title: string, text: string] {
  const { advice } = describeFailure(failure);
  return isOutcomeUnknown(failure)
    ? ['No se sabe si su sesión se cerró', `${advice} Puede que su sesión siga abierta en este equipo.`]
    : ['No se pudo cerrar su sesión', `${advice} Su sesión sigue abierta en este equipo.`];
}

/** Signs out. If another site opened this address, asks first: the person may not want it. */
export function Component() {
  const navigate = useNavigate();
  const isOwnLink = useNavigationType() === NavigationType.Push;
  const [asks] = useState(() => !isOwnLink && isFromElsewhere(document, window));
  const begun = useRef(asks);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(!asks);

  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOut();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave();
  });

  if (failure === undefined && !asks) {
    return (
      <main className={styles['page']}>
        <title>Salir · Despacho</title>
        <p role="status" className="visually-hidden">
          Cerrando su sesión
        </p>
      </main>
    );
  }
  const [title, text] =
    failure === undefined
      ? ['¿Cerrar su sesión?', 'Otra página abrió esta dirección. Si usted no lo pidió, vuelva sin salir.']
      : textOfFailure(failure);
  return (
    <main className={styles['page']}>
      <title>Salir · Despacho</title>
      <Logo />
      <PlainWords role={failure === undefined ? undefined : 'alert'} title={title}>
        <p>{text}</p>
      </PlainWords>
      <div className={styles['actions']}>
        <Button variant="primary" loading={busy} onClick={() => void leave()}>
          {failure === undefined ? 'Salir' : 'Reintentar'}
        </Button>
        <Link to={paths.login}>Volver sin salir</Link>
      </div>
    </main>
  );
}
