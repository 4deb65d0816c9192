import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  DIFFERENCE_REASONS,
  MAX_DIFFERENCE,
} from '@despacho/contracts/dispatch';
import { useId } from 'react';
import { amountText, excessText, toggleMeans } from '#shared/fields/paid.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { type VisitErrors, type VisitForm } from '../rules/visit-form.ts';
import { Chips } from './Chips.tsx';
import { Section } from './Section.tsx';
import styles from './CollectionField.module.css';

interface Props {
  /** Code of the order, if several are paid one by one. */
  title?: string;
  /** In céntimos. */
  due: number;
  form: Pick<VisitForm, 'paid' | 'difference'>;
  errors: VisitErrors;
  onChange: (change: Partial<VisitForm>) => void;
}

/** The means by which the recipient paid: one pays the amount due unless another amount is typed. */
export function CollectionField({ title, due, form: { paid, difference }, errors, onChange }: Props) {
  const id = useId();
  const summary = excessText(due, paid);
  return (
    <Section title={`Cobro${title === undefined ? '' : ` de ${title}`}: ${formatSoles(due)}`} error={errors.paid}>
      <Chips
        label="Cómo pagó"
        options={COLLECTION_MEANS_CODES.map((means) => ({ value: means, label: COLLECTION_MEANS[means] }))}
        pressed={Object.keys(paid)}
        onPress={(means) => onChange({ paid: toggleMeans(paid, means) })}
      />
      {COLLECTION_MEANS_CODES.filter((means) => paid[means] !== undefined).map((means) => (
        <label key={means} className={styles['amount']}>
          <span>{COLLECTION_MEANS[means]} S/</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={`${id}-sum`}
            aria-invalid={errors.paid !== undefined || undefined}
            // The rest of the amount due, until another amount is typed.
            value={paid[means] === '' ? amountText(due, paid, means) : paid[means]}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange({ paid: { ...paid, [means]: target.value } })}
          />
        </label>
      ))}
      <p id={`${id}-sum`} role="status" className={summary === null ? 'visually-hidden' : styles['summary']}>
        {summary}
      </p>
      {summary !== null && (
        <>
          <TextField
            label="Por qué no se cobró lo debido"
            autoComplete="off"
            maxLength={MAX_DIFFERENCE}
            value={difference}
            error={errors.difference}
            onChange={({ target }) => onChange({ difference: target.value })}
          />
          <Chips
            label="Motivos frecuentes"
            options={DIFFERENCE_REASONS.map((reason) => ({ value: reason, label: reason }))}
            pressed={[difference]}
            onPress={(reason) => onChange({ difference: reason })}
          />
        </>
      )}
    </Section>
  );
}
