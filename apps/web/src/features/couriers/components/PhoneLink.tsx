import { type CourierLink } from '@despacho/contracts/dispatch';
import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { canShare, share } from '#shared/browser/share.ts';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { addressOfLink } from '../rules/phone-link.ts';
import styles from './CourierPhone.module.css';
import { QrCode } from '#shared/ui/QrCode/QrCode.tsx';

interface Props {
  link: CourierLink;
  name: string;
  /** Milliseconds until the link expires. */
  left: number;
}

/** The link of a phone as QR code, to copy and to share, and the code that the office gives the courier. */
export function PhoneLink({ link, name, left }: Props) {
  const address = addressOfLink(link, document.baseURI);
  // The code is not shared, because the office gives it to the courier directly.
  const send = (): void => share({ title: 'Despacho', text: `Ruta de ${name}`, url: address });
  return (
    <div className={styles['link']}>
      <QrCode text={address} label={`Código QR para conectar el teléfono de ${name}`} />
      <div className="stack">
        <p>Que escanee el QR con la cámara de su teléfono, o envíele el enlace.</p>
        <div className={styles['buttons']}>
          {canCopy() && (
            <Button
              size="sm"
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => void copyText(address, 'Enlace copiado')}
            >
              Copiar enlace
            </Button>
          )}
          {canShare() && (
            <Button size="sm" icon={<Share2 size={16} aria-hidden="true" />} onClick={send}>
              Compartir
            </Button>
          )}
        </div>
        <p>Al abrirlo le pedirá este código. Dígaselo usted: no va en el enlace.</p>
        <p className={styles['code']} aria-label={`Código ${link.code.split('').join(' ')}`}>
          {link.code}
        </p>
        <p className="note">
          Vence en <span className={styles['left']}>{formatCountdown(left)}</span> y sirve una sola vez.
        </p>
      </div>
    </div>
  );
}
