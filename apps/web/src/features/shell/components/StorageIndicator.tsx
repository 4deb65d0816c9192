import { formatStorage } from '../../../shared/format/format-storage.ts';
import { Tooltip } from '../../../shared/ui/Tooltip/Tooltip.tsx';
import styles from './StorageIndicator.module.css';
import { storageWarning } from '../rules/storage-warning.ts';
import { useStorage } from '../state/use-storage.ts';

/** Used share of the company's storage. Renders nothing while unknown (S25, S40). */
export function StorageIndicator({ isMini }: { isMini: boolean }) {
  const storage = useStorage();
  if (storage === undefined) return null;
  const { used, total, percent, bar } = formatStorage(storage);
  const warning = storageWarning(percent);
  const words = `${used} de ${total}${warning === undefined ? '' : ` · ${warning}`}`;
  return (
    <div
      className={styles['storage']}
      data-warning={warning !== undefined || undefined}
      data-mini={isMini || undefined}
    >
      {!isMini && <p className={styles['label']}>Almacenamiento</p>}
      <Tooltip text={`Almacenamiento: ${words}`} side="right" disabled={!isMini}>
        <div
          role="meter"
          aria-label="Almacenamiento usado"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(bar)}
          aria-valuetext={words}
          className={styles['track']}
          tabIndex={isMini ? 0 : undefined}
        >
          <div className={styles['bar']} style={{ width: `${bar}%` }} />
        </div>
      </Tooltip>
      {!isMini && (
        <p className={styles['figures']}>
          <strong>{used}</strong> de {total}
          {warning !== undefined && <span className={styles['warning']}> · {warning}</span>}
        </p>
      )}
    </div>
  );
}
