import { Combobox } from '@base-ui/react/combobox';
import { isInCity } from '@despacho/contracts/dispatch';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useDistricts } from '#shared/districts/districts.ts';
import { compareNames } from '#shared/fields/compare-names.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import floating from '#shared/ui/Floating/Floating.module.css';
import selectStyles from '#shared/ui/Select/Select.module.css';
import { matchesText } from '#shared/hooks/use-announce-matches.ts';
import styles from './MapFilters.module.css';

const ALL = '';
const MAX_FOUND = 30;

interface Props {
  /** Code of the chosen district; undefined for all. */
  value: string | undefined;
  /** Codes of the districts with orders on the map. */
  present: readonly string[];
  /** Code of the office's province. */
  near: string | null;
  onChange: (ubigeo: string | undefined) => void;
}

/**
 * Select for a district of the country with a search by name, abbreviation or zone. Before a search, it lists the
 * districts with orders on the map and those of the office's city.
 */
export function DistrictChoice({ value = ALL, present, near, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const districts = useDistricts();
  const withOrders = new Set(present);
  const labelOf = (ubigeo: string): string => {
    const district = districts.of(ubigeo);
    return district ? districts.labelOf(district, near) : 'Todos';
  };
  const listed = () =>
    districts.all
      .map(({ ubigeo }) => ubigeo)
      .filter((ubigeo) => withOrders.has(ubigeo) || ubigeo === value || (near !== null && isInCity(near, ubigeo)))
      .sort((one, other) => compareNames(labelOf(one), labelOf(other)));
  const found = () =>
    districts
      .search(typed, near)
      .map(({ ubigeo }) => ubigeo)
      .sort((one, other) => Number(withOrders.has(other)) - Number(withOrders.has(one)))
      .slice(0, MAX_FOUND);
  const options = typed.trim() === '' ? [ALL, ...listed()] : found();
  return (
    <Combobox.Root
      items={options}
      filteredItems={options}
      value={value}
      inputValue={typed}
      itemToStringLabel={labelOf}
      autoHighlight
      onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : '')}
      onValueChange={(ubigeo) => {
        if (ubigeo !== null) onChange(ubigeo === ALL ? undefined : ubigeo);
      }}
    >
      <Combobox.Trigger className={selectStyles['trigger']} aria-label="Distrito">
        <span className={selectStyles['label']}>Distrito:</span>
        <span className={selectStyles['value']}>{labelOf(value)}</span>
        <ChevronDown size={18} aria-hidden="true" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} align="end" className={floating['positioner']}>
          <Combobox.Popup className={floating['popup']} aria-label="Distrito">
            <Combobox.Input
              className={fieldStyles['small']}
              placeholder="Buscar distrito"
              aria-label="Buscar distrito"
            />
            <Combobox.Status className="visually-hidden">{typed !== '' && matchesText(options.length)}</Combobox.Status>
            <Combobox.Empty className={floating['none']}>Ningún distrito coincide</Combobox.Empty>
            <Combobox.List aria-label="Distritos" className={styles['districts']}>
              {(ubigeo: string) => (
                <Combobox.Item key={ubigeo} value={ubigeo} className={floating['item']}>
                  {labelOf(ubigeo)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
