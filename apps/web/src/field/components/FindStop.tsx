import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { type LabelSource, notOnRoute, severalMatches, type ScanAnswer, stopsOfLabel } from '../rules/labels.ts';
import { ScanButton } from '../scan/ScanButton.tsx';
import { ScanDialog } from '../scan/ScanDialog.tsx';
import { alertScan } from '../state/alert-change.ts';
import { openScreen } from '../state/hash-route.ts';
import screenStyles from './Screen.module.css';
import styles from './FindStop.module.css';
import { type Stop } from '../offline/types.ts';

interface Props {
  stops: readonly Stop[];
  query: string;
  /** The stops that match the query. */
  found: readonly Stop[];
  onChange: (query: string) => void;
}

/** Finds a stop by part of its code, name or address, or by its label. */
export function FindStop({ stops, query, found, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isScanning, setScanning] = useState(false);
  const [only] = found;
  const open = (text: string, source: LabelSource): ScanAnswer | undefined => {
    const labelled = stopsOfLabel(stops, text, source);
    const [stop] = labelled;
    if (stop && labelled.length === 1) {
      openScreen({ name: 'stop', id: stop.id });
      return undefined;
    }
    alertScan(false);
    return stop ? severalMatches(labelled) : notOnRoute(text);
  };
  return (
    <div role="search" className={styles['find']}>
      <form
        className={styles['field']}
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim() !== '' && only && found.length === 1) openScreen({ name: 'stop', id: only.id });
        }}
      >
        <Search size={20} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Buscar"
          placeholder="Código, nombre o dirección"
          maxLength={100}
          value={query}
          onChange={({ target }) => onChange(target.value)}
        />
        {query !== '' && (
          <button
            type="button"
            className={classes(screenStyles['tool'], styles['clear'])}
            aria-label="Borrar la búsqueda"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </form>
      <ScanButton label="Escanear una etiqueta" onClick={() => setScanning(true)} />
      {isScanning && <ScanDialog title="Escanear una etiqueta" onLabel={open} onClose={() => setScanning(false)} />}
    </div>
  );
}
