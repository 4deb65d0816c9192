import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  DIFFERENCE_REASONS,
  MAX_DIFFERENCE,
} from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { amountText, excessText, type Paid, toggleMeans } from '#shared/fields/paid.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { type ClosingErrors, type ClosingForm } from '../rules/closing.ts';
import styles from './PaymentFields.module.css';

interface Props {
  /** In céntimos. */
  due: number;
  form: ClosingForm;
  errors?: ClosingErrors;
  onChange: (form: ClosingForm) => void;
}

/** How an order was paid, and if that is not the amount due, why. */
export function PaymentFields(props: Props) {
  return (
    <>
      <PaidField {...props} />
      {excessText(props.due, props.form.paid) !== null && <DifferenceField {...props} />}
    </>
  );
}

/** The means by which an order was paid, each with its amount. One means pays the amount due unless another is typed. */
function PaidField({ due, form, errors: { paid: error } = {}, onChange }: Props) {
  const id = useId();
  const { paid } = form;
  const change = (next: Paid): void => {
    onChange({ ...form, paid: next });
  };
  return (
    <FieldGroup
      label={`¿Cómo pagó los ${formatSoles(due)}?`}
      noteId={`${id}-note`}
      note={excessText(due, paid) ?? 'Si deja un monto vacío, vale lo que falta'}
      error={error}
    >
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
                  onChange={() => change(toggleMeans(paid, means))}
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
                    placeholder={amountText(due, paid, means)}
                    value={typed}
                    onChange={({ target }) => change({ ...paid, [means]: target.value })}
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

/** Why the amount paid differs from the amount due: a common reason, or another one as text. */
function DifferenceField({ form, errors: { difference: error } = {}, onChange }: Props) {
  const id = useId();
  const change = (difference: string): void => {
    onChange({ ...form, difference });
  };
  return (
    <div>
      <TextField
        id={id}
        label="Por qué no se cobró lo debido"
        autoComplete="off"
        maxLength={MAX_DIFFERENCE}
        value={form.difference}
        error={error}
        onChange={({ target }) => change(target.value)}
      />
      <div role="group" aria-label="Motivos frecuentes" className={styles['common']}>
        {DIFFERENCE_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className={styles['reason']}
            aria-pressed={form.difference === reason}
            onClick={() => {
              change(reason);
              document.getElementById(id)?.focus();
            }}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}
