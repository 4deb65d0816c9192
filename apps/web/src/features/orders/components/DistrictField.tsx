import { Combobox } from '@base-ui/react/combobox';
import { DISTRICTS, type DistrictOf, districtOf } from '@despacho/contracts/dispatch';
import { useRef, useState } from 'react';
import { fold } from '../../../shared/fields/fold.ts';
import { includesWords, queryWords } from '../../../shared/fields/search.ts';
import { ComboboxPopup } from '../../../shared/ui/Combobox/ComboboxPopup.tsx';
import { Field } from '../../../shared/ui/Field/Field.tsx';
import floating from '../../../shared/ui/Floating/Floating.module.css';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  /** The province whose districts are listed first. */
  near: string;
  onChange: (ubigeo: string) => void;
}

const MAX_SHOWN = 8;

const nameOf = ({ name, province }: DistrictOf): string => `${name}, ${province}`;

function found(text: string, near: string): DistrictOf[] {
  const words = queryWords(text);
  const starts = (district: DistrictOf): number => (fold(district.name).startsWith(words[0] ?? '') ? 0 : 1);
  const isFar = ({ province }: DistrictOf): number => (province === near ? 0 : 1);
  return DISTRICTS.filter((district) => includesWords(fold(nameOf(district)), words))
    .toSorted((one, other) => isFar(one) - isFar(other) || starts(one) - starts(other))
    .slice(0, MAX_SHOWN);
}

/** Combobox for a district with delivery; matching ignores accents. */
export function DistrictField({ label, value, error, near, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const options = found(typed ?? '', near);
  const chosen = districtOf(value) ?? null;
  return (
    <Combobox.Root
      items={DISTRICTS}
      filteredItems={options}
      value={chosen}
      inputValue={typed ?? (chosen ? nameOf(chosen) : '')}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one, other) => one.ubigeo === other.ubigeo}
      autoHighlight
      onInputValueChange={(text, { reason }) => {
        setTyped(reason === 'input-change' ? text : undefined);
      }}
      onValueChange={(district) => {
        if (district) onChange(district.ubigeo);
      }}
    >
      <div ref={frame}>
        <Field label={label} error={error}>
          {(control) => (
            <Combobox.Input
              {...control}
              spellCheck={false}
              placeholder="Escriba y elija"
              onFocus={({ target }) => {
                target.select();
              }}
              onBlur={() => {
                // On blur, input that matches only one district selects it.
                if (typed && options.length === 1 && options[0]) onChange(options[0].ubigeo);
                setTyped(undefined);
              }}
            />
          )}
        </Field>
      </div>
      <ComboboxPopup<DistrictOf> label="Distritos" frame={frame} empty="Ningún distrito coincide">
        {(district) => (
          <Combobox.Item key={district.ubigeo} value={district} className={floating['item']}>
            {district.name} <span className={floating['aside']}>{district.province}</span>
          </Combobox.Item>
        )}
      </ComboboxPopup>
    </Combobox.Root>
  );
}
