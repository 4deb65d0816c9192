import { QrCode } from '#shared/ui/QrCode/QrCode.tsx';
import { inGroups } from '../rules/factor-texts.ts';
import styles from './FactorWindow.module.css';

/** The key of a second factor, to be scanned or typed into an app. */
export function FactorKey({ of: { uri, key } }: { of: { uri: string; key: string } }) {
  return (
    <div className={styles['key']}>
      <QrCode text={uri} label="Código QR para la aplicación de códigos" />
      <div className="stack-3">
        <p>¿No puede escanear? Escriba esta clave en la aplicación, como clave de tipo «basada en la hora»:</p>
        <p className={styles['text']}>{inGroups(key)}</p>
      </div>
    </div>
  );
}
