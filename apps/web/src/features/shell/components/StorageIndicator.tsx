import { storageOperations } from '@despacho/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatStorage } from '#shared/format/format-storage.ts';
import { call } from '#shared/http/call.ts';
import { isConfigured } from '#shared/queries/config-query.ts';
import { reading } from '#shared/queries/reading.ts';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import styles from './StorageIndicator.module.css';
import { storageWarning } from '../rules/storage-warning.ts';

/** Used storage in bytes; null where the storage call is not configured. Failures are logged centrally (S40). */
const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async (context) =>
    (await isConfigured(context.client, 'storage'))
      ? call(storageOperations['storage.read'], { ...reading(context), logged: true })
      : null,
  refetchInterval: 5 * 60_000,
});

/** Used share of the company's storage. Renders nothing while unknown (S25, S40). */
export function StorageIndicator({ isMini }: { isMini: boolean }) {
  const { data: storage, isError } = useQuery(storageQuery);
  if (!storage || isError) return null;
  const { used, total, bar } = formatStorage(storage);
  const warning = storageWarning(storage);
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
        </p>
      )}
      {!isMini && warning !== undefined && <p className={styles['warning']}>{warning}</p>}
    </div>
  );
}
