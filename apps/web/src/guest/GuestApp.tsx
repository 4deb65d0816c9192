import { type GuestContent } from '@despacho/contracts/dispatch';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import styles from './components/Guest.module.css';
import { GuestPage } from './components/GuestPage.tsx';
import { GuestFailure, openLink, readContent } from './guest-calls.ts';

type Shown =
  | { name: 'opening' }
  | { name: 'failed'; failure: GuestFailure }
  /** `failure`: of the last refresh. */
  | { name: 'content'; content: GuestContent; failure?: GuestFailure | undefined; busy: boolean };

const failureOf = (error: unknown): GuestFailure =>
  error instanceof GuestFailure ? error : new GuestFailure('failed');

/** The same for a link that is wrong, incomplete, expired, revoked or erased. */
const VOID = 'Este enlace no muestra nada: venció, lo anularon o está incompleto. Pida uno nuevo a quien se lo envió.';

/** The page of guests. @param props.secret of the link that was opened; undefined without one. */
export function GuestApp({ secret }: { secret: string | undefined }) {
  const [shown, setShown] = useState<Shown>({ name: 'opening' });
  const isBusy = useRef(false);
  const load = useCallback(
    async (read: (secret: string) => Promise<GuestContent>): Promise<void> => {
      if (isBusy.current || secret === undefined) return;
      isBusy.current = true;
      try {
        setShown({ name: 'content', content: await read(secret), busy: false });
      } catch (error) {
        const failure = failureOf(error);
        // The content stays during an outage, and is removed when the link ends.
        setShown((before) =>
          before.name === 'content' && failure.kind !== 'void'
            ? { ...before, failure, busy: false }
            : { name: 'failed', failure },
        );
      } finally {
        isBusy.current = false;
      }
    },
    [secret],
  );
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only after the answer
    void load(openLink);
  }, [load]);
  const reload = (read: (secret: string) => Promise<GuestContent>): void => {
    if (!isBusy.current)
      setShown((before) => (before.name === 'content' ? { ...before, busy: true } : { name: 'opening' }));
    void load(read);
  };
  if (secret === undefined) return <VoidLink />;
  switch (shown.name) {
    case 'opening':
      return <Message title="Abriendo la constancia…" />;
    case 'failed':
      if (shown.failure.kind === 'void') return <VoidLink />;
      return (
        <Message title="No se pudo abrir">
          <p>{textOf(shown.failure)}</p>
          <Button variant="primary" onClick={() => reload(openLink)}>
            Reintentar
          </Button>
        </Message>
      );
    case 'content':
      return (
        <GuestPage
          content={shown.content}
          fault={shown.failure && textOf(shown.failure)}
          busy={shown.busy}
          onRefresh={() => reload(readContent)}
        />
      );
  }
}

function VoidLink() {
  return (
    <Message title="Este enlace ya no sirve">
      <p>{VOID}</p>
    </Message>
  );
}

function textOf({ kind, detail }: GuestFailure): string {
  if (kind === 'network') return 'No hay conexión. Revise su internet y vuelva a intentarlo.';
  if (kind === 'busy' && detail !== undefined) return detail;
  return 'El servicio no responde. Vuelva a intentarlo en unos minutos.';
}

/** A page with one message. */
function Message({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className={styles['message']}>
      <div className={styles['sheet']}>
        <h1 className={styles['title']} aria-live="polite">
          {title}
        </h1>
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
    </main>
  );
}
