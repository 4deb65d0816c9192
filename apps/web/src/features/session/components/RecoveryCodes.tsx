import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import styles from './FactorWindow.module.css';

/** Recovery codes that were just made, with ways to keep them. They exist only here. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <>
      <ol ref={focusOnMount} tabIndex={-1} className={styles['codes']} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <WindowFoot>
        {canCopy() && (
          <Button onClick={() => void copyText(codes.join('\n'), 'Códigos copiados', 'No se pudo copiar; anótelos')}>
            Copiar
          </Button>
        )}
        <Button onClick={() => print()}>Imprimir</Button>
        <Button variant="primary" onClick={onClose}>
          Ya los guardé
        </Button>
      </WindowFoot>
    </>
  );
}
