import { lazy, Suspense, useEffect, useState } from 'react';
import { Action } from './components/Action.tsx';
import { Day } from './components/Day.tsx';
import { loadScreens } from './components/load-screens.ts';
import { MessageScreen } from './components/MessageScreen.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { usePhone } from './offline/hooks.ts';
import { openPhone } from './offline/phone.ts';
import { clearDrafts } from './state/drafts.ts';
import styles from './FieldRoot.module.css';

/** The beginning and the end of a connection are no part of the page's first download. */
const ConnectScreen = lazy(async () => ({ default: (await loadScreens()).ConnectScreen }));
const OverScreen = lazy(async () => ({ default: (await loadScreens()).OverScreen }));

/** The courier's page. @param props.secret of the link that was opened, if any. */
export function FieldApp({ secret: first }: { secret: string | undefined }) {
  const [secret, setSecret] = useState(first);
  const [isConnecting, setConnecting] = useState(first !== undefined);
  useEffect(() => {
    // Another link that is opened in this tab differs only in its fragment, which loads no page.
    const follow = (): void => {
      const next = takeLinkSecret(location, history);
      if (next === undefined) return;
      setSecret(next);
      setConnecting(true);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (secret === undefined) void openPhone();
  }, [secret]);
  return (
    <div className={styles['root']}>
      {isConnecting && secret !== undefined ? (
        <Suspense>
          <ConnectScreen key={secret} secret={secret} onConnected={() => setConnecting(false)} />
        </Suspense>
      ) : (
        <Phone />
      )}
    </div>
  );
}

function Phone() {
  const phone = usePhone();
  const isOver = phone.name === 'disconnected' || phone.name === 'ended' || phone.name === 'left';
  useEffect(() => {
    if (isOver) void clearDrafts();
  }, [isOver]);
  switch (phone.name) {
    case 'opening':
      return <MessageScreen title="Abriendo su ruta…" />;
    case 'connected':
      return <Day session={phone.session} />;
    case 'disconnected':
    case 'ended':
    case 'left':
      return (
        <Suspense>
          <OverScreen reason={phone.name} />
        </Suspense>
      );
    case 'failed':
      return (
        <MessageScreen title="No se pudo abrir su ruta">
          <p>{phone.text}</p>
          <Action onClick={() => void openPhone()}>Reintentar</Action>
        </MessageScreen>
      );
  }
}
