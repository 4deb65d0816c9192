import { useEffect, useRef, useState } from 'react';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { withSearch } from '../rules/narrowed.ts';
import { focusRow } from '../focus-table.ts';
import { useOrderFilter } from '../state/use-orders-state.ts';

/** Delay in milliseconds after the last key, to avoid a request per letter. */
const DEBOUNCE_MS = 250;

const MAX_LENGTH = 100;

/** Searches code, client, recipient, phone, address and district. */
export function OrdersSearch() {
  const { filter, setFilter } = useOrderFilter();
  const current = filter.search ?? '';
  const [text, setText] = useState(current);
  const applied = useRef(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The search changed otherwise: back, a link, «Quitar filtros».
  useEffect(() => {
    if (current === applied.current) return;
    applied.current = current;
    clearTimeout(timer.current);
    setText(current);
  }, [current]);

  const apply = (next: string): void => {
    applied.current = next.trim();
    setFilter((now) => withSearch(now, next));
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <SearchField
      label="Buscar orden"
      placeholder="Nombre, distrito, orden, teléfono o dirección"
      shortcut="/"
      value={text}
      onLeave={focusRow}
      onChange={(next) => {
        const short = next.slice(0, MAX_LENGTH);
        setText(short);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(short), DEBOUNCE_MS);
      }}
    />
  );
}
