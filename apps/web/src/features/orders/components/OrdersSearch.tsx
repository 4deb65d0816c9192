import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../../shared/ui/SearchField/SearchField.tsx';
import { withSearch } from '../rules/narrowed.ts';
import { focusRow } from '../focus-table.ts';
import { useOrderFilter } from '../state/use-orders-state.ts';

/** Delay in milliseconds after the last key, to avoid a request per letter. */
const PAUSE = 250;

const LONGEST = 100;

/** Searches code, client, recipient, phone and address. */
export function OrdersSearch() {
  const { filter, setFilter } = useOrderFilter();
  const said = filter.search ?? '';
  const [text, setText] = useState(said);
  const asked = useRef(said);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The search changed otherwise: back, a link, «Quitar filtros».
  useEffect(() => {
    if (said === asked.current) return;
    asked.current = said;
    clearTimeout(timer.current);
    setText(said);
  }, [said]);

  const ask = (next: string): void => {
    asked.current = next.trim();
    setFilter((now) => withSearch(now, next));
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return (
    <SearchField
      label="Buscar orden"
      shortcut="/"
      value={text}
      onLeave={focusRow}
      onChange={(next) => {
        const short = next.slice(0, LONGEST);
        setText(short);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          ask(short);
        }, PAUSE);
      }}
    />
  );
}
