import { Combobox } from '@base-ui/react/combobox';
import { areaOf, type District } from '@despacho/contracts/dispatch';
import { useRef, useState } from 'react';
import { useDistricts } from '#shared/districts/districts.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { ComboboxPopup } from '#shared/ui/Combobox/ComboboxPopup.tsx';
import { Field } from '#shared/ui/Field/Field.tsx';
import floating from '#shared/ui/Floating/Floating.module.css';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  /** Districts of its province come first. */
  officeId: string;
  onChange: (ubigeo: string) => void;
}

const MAX_SHOWN = 8;

const nameOf = (district: District): string => `${district.name}, ${areaOf(district)}`;

/** Combobox for a district: finds names, abbreviations and zones, and shows the province of each. */
export function DistrictField({ label, value, error, officeId, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const districts = useDistricts();
  const near = useNearProvince(officeId);
  const options = districts.search(typed ?? '', near).slice(0, MAX_SHOWN);
  const chosen = districts.of(value) ?? null;
  return (
    <Combobox.Root
      items={districts.all}
      filteredItems={options}
      value={chosen}
      inputValue={typed ?? (chosen ? nameOf(chosen) : '')}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one, other) => one.ubigeo === other.ubigeo}
      autoHighlight
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : undefined)}
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
              placeholder="Escriba y seleccione"
              onFocus={({ target }) => target.select()}
              onBlur={() => {
                // On blur, input that means only one district selects it.
                const match = typed ? districts.find(typed, near) : undefined;
                if (match?.kind === 'found') onChange(match.district.ubigeo);
                else if (typed && options.length === 1 && options[0]) onChange(options[0].ubigeo);
                setTyped(undefined);
              }}
            />
          )}
        </Field>
      </div>
      <ComboboxPopup<District> label="Distritos" frame={frame} empty="Ningún distrito coincide">
        {(district) => (
          <Combobox.Item key={district.ubigeo} value={district} className={floating['item']}>
            {district.name} <span className={floating['aside']}>{areaOf(district)}</span>
          </Combobox.Item>
        )}
      </ComboboxPopup>
    </Combobox.Root>
  );
}
