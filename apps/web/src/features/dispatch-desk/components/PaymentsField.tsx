import { COLLECTION_MEANS, COLLECTION_MEANS_CODES, type CollectionMeans } from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { formatSoles } from '../../../shared/format/format-soles.ts';
import { FieldGroup } from '../../../shared/ui/FieldGroup/FieldGroup.tsx';
import { excessOf, type Paid, readPaid } from '../../../shared/fields/paid.ts';
import styles from './PaymentsField.module.css';

interface Props {
  /** In céntimos. */
  due: number;
  paid: Paid;
  error?: string | undefined;
  onChange: (paid: Paid) => void;
}

function summaryOf(due: number, paid: Paid): string {
  const excess = excessOf(due, paid);
  if (excess === 0) return 'Un monto vacío es lo que falta';
  return excess < 0 ? `Faltan ${formatSoles(-excess)} para lo debido` : `Son ${formatSoles(excess)} más de lo debido`;
}

/** The means by which an order was paid, each with its amount. One means pays the amount due unless another is typed. */
export function PaymentsField({ due, paid, error, onChange }: Props) {
  const id = useId();
  const read = readPaid(due, paid);
  const amountOf = (means: CollectionMeans): string =>
    'error' in read ? '' : ((read.payments.find((each) => each.means === means)?.amount ?? 0) / 100).toFixed(2);
  const choose = (means: CollectionMeans, chosen: boolean): void => {
    const { [means]: _, ...others } = paid;
    onChange(chosen ? { ...paid, [means]: '' } : others);
  };
  return (
    <FieldGroup label={`Cómo pagó ${formatSoles(due)}`} noteId={`${id}-note`} note={summaryOf(due, paid)} error={error}>
      <div className={styles['rows']}>
        {COLLECTION_MEANS_CODES.map((means) => {
          const typed = paid[means];
          return (
            <div key={means} className={styles['row']}>
              <label className={styles['means']}>
                <input
                  type="checkbox"
                  checked={typed !== undefined}
                  aria-invalid={(error !== undefined && Object.keys(paid).length === 0) || undefined}
                  onChange={({ target }) => {
                    choose(means, target.checked);
                  }}
                />
                {COLLECTION_MEANS[means]}
              </label>
              {typed !== undefined && (
                <label className={styles['amount']}>
                  <span aria-hidden="true">S/</span>
                  <input
                    inputMode="decimal"
                    autoComplete="off"
                    aria-label={`Monto: ${COLLECTION_MEANS[means]} (S/)`}
                    aria-invalid={error !== undefined || undefined}
                    aria-describedby={`${id}-note`}
                    placeholder={amountOf(means)}
                    value={typed}
                    onChange={({ target }) => {
                      onChange({ ...paid, [means]: target.value });
                    }}
                  />
                </label>
              )}
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}
