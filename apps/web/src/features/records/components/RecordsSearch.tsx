import { TRAIL_KINDS, type TrailSearch, trailKinds } from '@despacho/contracts/dispatch';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { searchOf, type SearchText, textOf } from '../rules/search-params.ts';
import styles from '../RecordsScreen.module.css';

/** Base UI's select has no empty value. */
const ANY = 'todo';

const KINDS = [
  { value: ANY, label: 'Todo' },
  ...trailKinds
    .map((value) => ({ value, label: TRAIL_KINDS[value] }))
    .sort((a, b) => a.label.localeCompare(b.label, 'es')),
];

interface Props {
  search: TrailSearch;
  today: string;
  busy: boolean;
  /** Whether automatic entries are one line a day; undefined if the search is for such entries. */
  isFolded: boolean | undefined;
  onFold: (isFolded: boolean) => void;
  onSearch: (search: TrailSearch) => void;
}

/** The search form. Give it the search as its key, so that it follows the address. */
export function RecordsSearch({ search, today, busy, isFolded, onFold, onSearch }: Props) {
  const [text, setText] = useState<SearchText>(() => textOf(search));
  const [errors, setErrors] = useState<Partial<SearchText>>({});
  const change = (part: Partial<SearchText>): void => {
    setText((before) => ({ ...before, ...part }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  return (
    <form
      role="search"
      aria-label="Buscar en el registro"
      noValidate
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        const read = searchOf(text);
        if ('errors' in read) setErrors(read.errors);
        else onSearch(read.search);
      }}
    >
      <TextField
        label="Persona"
        placeholder="Nombre o usuario"
        autoComplete="off"
        maxLength={120}
        value={text.persona}
        error={errors.persona}
        onChange={({ target }) => change({ persona: target.value })}
      />
      <SelectField
        label="Qué"
        value={text.tipo === '' ? ANY : text.tipo}
        options={KINDS}
        error={errors.tipo}
        onChange={(tipo) => change({ tipo: tipo === ANY ? '' : tipo })}
      />
      <DateField
        label="Desde"
        today={today}
        max={today}
        value={text.desde}
        error={errors.desde}
        onChange={(desde) => change({ desde })}
      />
      <DateField
        label="Hasta"
        today={today}
        max={today}
        value={text.hasta}
        error={errors.hasta}
        onChange={(hasta) => change({ hasta })}
      />
      <TextField
        label="Dirección"
        placeholder="190.12.34.56"
        autoComplete="off"
        spellCheck={false}
        value={text.direccion}
        error={errors.direccion}
        onChange={({ target }) => change({ direccion: target.value.trim() })}
      />
      <div className={styles['buttons']}>
        <Button type="submit" variant="primary" loading={busy} icon={<Search size={18} aria-hidden="true" />}>
          Buscar
        </Button>
        {Object.keys(search).length > 0 && (
          <Button variant="ghost" onClick={() => onSearch({})}>
            Quitar filtros
          </Button>
        )}
      </div>
      {isFolded !== undefined && (
        <label className={styles['automatic']}>
          <input type="checkbox" checked={!isFolded} onChange={({ target }) => onFold(!target.checked)} />
          Mostrar una por una las sesiones que terminó el sistema
        </label>
      )}
    </form>
  );
}
