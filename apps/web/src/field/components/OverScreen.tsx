import { useQueue } from '../offline/hooks.ts';
import { othersText } from './Banners.tsx';
import { MessageScreen } from './MessageScreen.tsx';

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

/** Why this phone is not connected, and what previous couriers still have to send from it. */
export function OverScreen({ reason }: { reason: keyof typeof OVER }) {
  const { others } = useQueue();
  const { title, text } = OVER[reason];
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
