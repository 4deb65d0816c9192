import Search from 'lucide-react/icons/search';
import { useRef, useState } from 'react';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { afterFirstRows } from '#shared/state/first-rows.ts';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import searchField from '#shared/ui/SearchField/SearchField.module.css';
import styles from './MapSearch.module.css';
import { fieldProps, type SearchProps } from './search-field.ts';

/** The list of results is a sixth of the code of this screen. */
const loadResults = afterFirstRows(() => import('./SearchWithResults.tsx'));

const MAX_LENGTH = 100;

/**
 * «¿Dónde está mi pedido?»: finds an order by what its recipient knows, and a courier by name or plate. Until that code
 * has loaded, after the first rows, a plain field keeps what is typed.
 */
export function MapSearch(props: SearchProps) {
  const results = useLazyModule(loadResults);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [hasFocus, setFocus] = useState(false);
  const change = (next: string): void => setText(next.slice(0, MAX_LENGTH));
  useShortcut('/', () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div role="search" className={styles['search']}>
      <Search size={18} aria-hidden="true" className={searchField['glass']} />
      {results ? (
        <results.SearchWithResults {...props} text={text} onText={change} input={input} hasFocus={hasFocus} />
      ) : (
        <input
          ref={input}
          {...fieldProps(props.onOrder !== undefined)}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          autoComplete="off"
          value={text}
          onChange={({ target }) => change(target.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        />
      )}
      {text === '' && (
        <span className={searchField['key']} aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  );
}
