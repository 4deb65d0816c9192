import { type FieldSession } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { Button } from '../shared/ui/Button/Button.tsx';
import { ConnectScreen } from './ConnectScreen.tsx';
import { FieldFailure, readSession, textOf } from './field-calls.ts';
import { MessageScreen } from './MessageScreen.tsx';
import { RouteScreen } from './RouteScreen.tsx';

type View =
  | { name: 'loading' | 'connect' | 'disconnected' | 'ended' | 'left' }
  | { name: 'route'; session: FieldSession }
  | { name: 'failed'; text: string };

/** @returns the view for this phone: its route, or how to connect it. */
async function viewOf(secret: string | undefined): Promise<View> {
  try {
    const session = await readSession();
    return secret === undefined ? { name: 'route', session } : { name: 'connect' };
  } catch (error) {
    if (!(error instanceof FieldFailure) || !error.isDisconnected) return { name: 'failed', text: textOf(error) };
    return { name: secret === undefined ? 'disconnected' : 'connect' };
  }
}

/** The courier's page. @param props.secret of the link that was opened, if any. */
export function FieldApp({ secret }: { secret: string | undefined }) {
  const [view, setView] = useState<View>({ name: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void viewOf(secret).then((next) => {
      if (isCurrent) setView(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [secret, turn]);
  switch (view.name) {
    case 'loading':
      return <MessageScreen title="Abriendo su ruta…" />;
    case 'connect':
      return (
        <ConnectScreen
          secret={secret ?? ''}
          onConnected={(session) => {
            setView({ name: 'route', session });
          }}
        />
      );
    case 'route':
      return (
        <RouteScreen
          session={view.session}
          onEnded={() => {
            setView({ name: 'ended' });
          }}
          onLeft={() => {
            setView({ name: 'left' });
          }}
        />
      );
    case 'disconnected':
      return (
        <MessageScreen title="Este teléfono no está conectado">
          Pida a su oficina el enlace o el código QR de «Conectar su teléfono» y ábralo aquí.
        </MessageScreen>
      );
    case 'ended':
      return (
        <MessageScreen title="La conexión de este teléfono terminó">
          La oficina lo desconectó, conectó otro teléfono o pasó demasiado tiempo. Para volver a ver su ruta, pida otro
          enlace a su oficina.
        </MessageScreen>
      );
    case 'left':
      return (
        <MessageScreen title="Sesión cerrada">
          Este teléfono ya no muestra su ruta. Para volver, pida otro enlace a su oficina.
        </MessageScreen>
      );
    case 'failed':
      return (
        <MessageScreen title="No se pudo abrir su ruta">
          {view.text}
          <Button
            variant="primary"
            onClick={() => {
              setView({ name: 'loading' });
              setTurn(turn + 1);
            }}
          >
            Reintentar
          </Button>
        </MessageScreen>
      );
  }
}
