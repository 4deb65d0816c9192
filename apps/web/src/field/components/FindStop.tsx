import { ScanLine, Search, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { stopOfScan } from '../rules/find-stops.ts';
import { useCanScan } from '../state/barcode.ts';
import { openScreen } from '../state/hash-route.ts';
import { Dialog } from './Dialog.tsx';
import screenStyles from './Screen.module.css';
import styles from './FindStop.module.css';
import { type Stop } from '../offline/types.ts';

/** Downloaded when somebody scans. */
const Scanner = lazy(async () => ({ default: (await import('./Scanner.tsx')).Scanner }));

interface Props {
  stops: readonly Stop[];
  query: string;
  /** The stops that match the query. */
  found: readonly Stop[];
  onChange: (query: string) => void;
}

/** Finds a stop by part of its code, name or address, or by its label where the browser can read labels. */
export function FindStop({ stops, query, found, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isScanning, setScanning] = useState(false);
  const canScan = useCanScan();
  const [only] = found;
  const close = (): void => {
    setScanning(false);
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
          aria-label={canScan ? 'Buscar o escanear' : 'Buscar'}
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
      {canScan && (
        <button
          type="button"
          className={classes(screenStyles['tool'], styles['scan'])}
          aria-label="Escanear una etiqueta"
          onClick={() => setScanning(true)}
        >
          <ScanLine size={24} aria-hidden="true" />
        </button>
      )}
      {isScanning && (
        <Dialog title="Escanear una etiqueta" isFull onClose={close}>
          <Suspense fallback={<p role="status">Preparando la cámara…</p>}>
            <Scanner
              onRead={(text) => {
                const stop = stopOfScan(stops, text);
                if (stop) openScreen({ name: 'stop', id: stop.id });
                return stop !== undefined;
              }}
              onType={() => {
                close();
                input.current?.focus();
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </div>
  );
}
