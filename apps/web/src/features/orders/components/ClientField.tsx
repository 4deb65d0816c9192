import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { fold } from '#shared/fields/fold.ts';
import { ComboboxPopup } from '#shared/ui/Combobox/ComboboxPopup.tsx';
import { Field } from '#shared/ui/Field/Field.tsx';
import floating from '#shared/ui/Floating/Floating.module.css';
import { sendersQuery } from '../api/senders-query.ts';
import { sendersLike } from '../rules/order-form.ts';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  /** Replaces the default hint; empty for no hint. */
  hint?: string;
  /** Clients that it has orders from are suggested. */
  officeId: string;
  onChange: (name: string) => void;
}

const HINT = 'Nombre, código o RUC; si no es cliente, escriba el nombre';

/**
 * The client's name: free text, with suggestions of clients the office has orders from. Enter takes the only match. The
 * first Enter after any other unknown name does not submit the form, which would create an order for no client.
 */
export function ClientField({ label, value, error, hint = HINT, officeId, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** The last text reported as unknown. */
  const [reported, setReported] = useState('');
  const { data: senders = [] } = useQuery(sendersQuery(officeId));
  const suggestions = sendersLike(value, senders);
  const text = fold(value.trim());
  const isUnknown = text !== '' && senders.length > 0 && senders.every(({ name }) => fold(name) !== text);
  const isReported = isUnknown && reported === value;
  // An open popup hides the page from screen readers, so it opens only with something to choose.
  const hasChoice = suggestions.some((name) => name !== value);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isUnknown) return;
    // A highlighted suggestion is taken by the Autocomplete.
    if (event.currentTarget.getAttribute('aria-activedescendant')) return;
    const [only, ...others] = suggestions;
    const match = others.length === 0 ? only : undefined;
    if (match === undefined && isReported && !event.repeat) return;
    event.preventDefault();
    if (match === undefined) setReported(value);
    else onChange(match);
  };
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
        <Field
          label={label}
          error={error}
          hint={isReported ? `«${value.trim()}» no es el nombre de un cliente conocido. ${hint}` : hint || undefined}
        >
          {(control) => (
            <Autocomplete.Input
              {...control}
              name="clientName"
              onKeyDown={onKeyDown}
              onBlur={() => setReported(value)}
            />
          )}
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
