import { useEffect, useState } from 'react';
import { Action } from './components/Action.tsx';
import { othersText } from './components/Banners.tsx';
import { ConnectScreen } from './components/ConnectScreen.tsx';
import { Day } from './components/Day.tsx';
import { MessageScreen } from './components/MessageScreen.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { useQueue, usePhone } from './offline/hooks.ts';
import { openPhone } from './offline/phone.ts';
import { clearDrafts } from './state/drafts.ts';
import styles from './FieldRoot.module.css';

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
        <ConnectScreen key={secret} secret={secret} onConnected={() => setConnecting(false)} />
      ) : (
        <Phone />
      )}
    </div>
  );
}

/** Why this phone is not connected. */
const OVER = {
  disconnected: {
    title: 'Este teléfono no está conectado',
    text: 'Pida a su oficina el enlace o el código QR de «Conectar su teléfono» y ábralo aquí.',
  },
  ended: {
    title: 'La conexión de este teléfono terminó',
    text: 'La oficina lo desconectó, conectó otro teléfono o pasó demasiado tiempo. Para volver a ver su ruta, pida otro enlace a su oficina.',
  },
  left: {
    title: 'Sesión cerrada',
    text: 'Este teléfono ya no muestra su ruta. Para volver, pida otro enlace a su oficina.',
  },
};

function Phone() {
  const phone = usePhone();
  const { others } = useQueue();
  const isOver = phone.name in OVER;
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
    case 'left': {
      const { title, text } = OVER[phone.name];
      return (
        <MessageScreen title={title}>
          <p>{text}</p>
          {others > 0 && (
            <p>
              <strong>{othersText(others)}</strong>
            </p>
          )}
        </MessageScreen>
      );
    }
    case 'failed':
      return (
        <MessageScreen title="No se pudo abrir su ruta">
          <p>{phone.text}</p>
          <Action onClick={() => void openPhone()}>Reintentar</Action>
        </MessageScreen>
      );
  }
}
