import { Select as Base } from '@base-ui/react/select';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useRef } from 'react';
import { classes } from '../../styles/classes.ts';
import { Field, type FieldProps } from '../Field/Field.tsx';
import { SelectPopup } from '../Select/SelectPopup.tsx';
import styles from './SelectField.module.css';

interface Props extends FieldProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A form field to choose one of a few. */
export function SelectField({ value, options, onChange, ...field }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <Field {...field}>
      {(control) => (
        <div ref={frame}>
          <Base.Root
            items={options}
            value={value}
            onValueChange={(next) => {
              if (next !== null) onChange(next);
            }}
          >
            <Base.Trigger {...control} className={classes(control.className, styles['trigger'])}>
              <Base.Value className={styles['value']} />
              <ChevronDown size={18} aria-hidden="true" />
            </Base.Trigger>
            {/* Inside the field, because a modal dialog covers everything outside. */}
            <SelectPopup parts={Base} options={options} frame={frame} />
          </Base.Root>
        </div>
      )}
    </Field>
  );
}
