import { type Relation } from '@despacho/contracts/dispatch';
import { classes } from '#shared/styles/classes.ts';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { RELATIONS, type VisitErrors, type VisitForm } from '../rules/visit-form.ts';
import { Chips } from './Chips.tsx';
import chips from './Chips.module.css';
import styles from './ReceiverField.module.css';
import { Section } from './Section.tsx';

interface Props {
  /** The recipient's name. */
  recipient: string;
  form: Pick<VisitForm, 'name' | 'document' | 'relation'>;
  errors: VisitErrors;
  onChange: (change: Partial<VisitForm>) => void;
}

const OPTIONS = (Object.keys(RELATIONS) as Relation[]).map((value) => ({ value, label: RELATIONS[value] }));

/** Who received the order: the recipient with one press, or somebody else. */
export function ReceiverField({ recipient, form: { name, document, relation }, errors, onChange }: Props) {
  const isRecipient = name.trim() === recipient.trim() && relation === 'titular';
  return (
    <Section title="Quién recibe" error={errors.name}>
      <button
        type="button"
        className={classes(chips['chip'], styles['same'])}
        aria-pressed={isRecipient}
        // A second press is a habit and takes nothing back: another name or relation does.
        onClick={() => onChange({ name: recipient, relation: 'titular' })}
      >
        La misma persona <span className={styles['name']}>{recipient}</span>
      </button>
      <TextField
        label="Nombre de quien recibe"
        autoComplete="off"
        autoCapitalize="words"
        maxLength={100}
        value={name}
        onChange={({ target }) => onChange({ name: target.value, ...(relation === 'titular' && { relation: '' }) })}
      />
      <Chips
        label="Relación con el destinatario"
        options={OPTIONS}
        pressed={[relation]}
        onPress={(next) =>
          onChange({
            relation: next === relation && !isRecipient ? '' : next,
            ...(next === 'titular' && name.trim() === '' && { name: recipient }),
          })
        }
      />
      <TextField
        label="DNI (opcional)"
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        value={document}
        error={errors.document}
        onChange={({ target }) => onChange({ document: target.value })}
      />
    </Section>
  );
}
