import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef, useState } from 'react';
import { ComboboxPopup } from '../../../shared/ui/Combobox/ComboboxPopup.tsx';
import { Field } from '../../../shared/ui/Field/Field.tsx';
import floating from '../../../shared/ui/Floating/Floating.module.css';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  /** Names to suggest for the typed text. */
  suggestions: readonly string[];
  onChange: (name: string) => void;
}

/** The client's name: free text, with suggestions of clients the office has orders from. */
export function ClientField({ label, value, error, suggestions, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // An open popup hides the page from screen readers, so it opens only with something to choose.
  const hasChoice = suggestions.some((name) => name !== value);
  return (
    <Autocomplete.Root
      items={suggestions}
      mode="none"
      value={value}
      open={open && hasChoice}
      onOpenChange={setOpen}
      onValueChange={onChange}
    >
      <div ref={frame}>
        <Field label={label} error={error} hint="Nombre, código o RUC; si no es cliente, escriba el nombre">
          {(control) => <Autocomplete.Input {...control} name="clientName" />}
        </Field>
      </div>
      <ComboboxPopup<string> label="Clientes" frame={frame}>
        {(name) => (
          <Autocomplete.Item key={name} value={name} className={floating['item']}>
            {name}
          </Autocomplete.Item>
        )}
      </ComboboxPopup>
    </Autocomplete.Root>
  );
}
