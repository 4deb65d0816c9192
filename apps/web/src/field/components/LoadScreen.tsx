import { type FieldRoute } from '@despacho/contracts/dispatch';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue } from '../offline/hooks.ts';
import { type Stop } from '../offline/types.ts';
import { countText, type Load, loadText, missingOf, withScan } from '../rules/load-check.ts';
import { isOnTheWay, toSetOut } from '../rules/start-day.ts';
import { packagesText } from '../rules/stop-texts.ts';
import { useCanScan } from '../state/barcode.ts';
import { goToRoute } from '../state/hash-route.ts';
import { readLoad, writeLoad } from '../state/load.ts';
import { useScannerKeys } from '../state/use-scanner-keys.ts';
import { useStart } from '../state/use-start.tsx';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { Dialog } from './Dialog.tsx';
import { NotStored } from './NotStored.tsx';
import { Scanner } from './Scanner.tsx';
import { Screen } from './Screen.tsx';
import common from './Common.module.css';
import find from './FindStop.module.css';
import reasons from './ReasonField.module.css';
import screenStyles from './Screen.module.css';
import styles from './LoadScreen.module.css';

interface Props {
  route: FieldRoute;
  stops: readonly Stop[];
  timeZone: string;
}

/** «Carga»: the parcels that are to be in the vehicle, scanned or ticked against the route before «Salí a ruta». */
export function LoadScreen({ route, stops, timeZone }: Props) {
  const [load, setLoad] = useState(() => readLoad(route.day));
  const [typed, setTyped] = useState('');
  const [isScanning, setScanning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const canScan = useCanScan();
  const isUnderWay = isOnTheWay(route, useQueue().items);
  const expected = stops.filter(({ state }) => state === 'asignada');
  const missing = missingOf(load, expected);
  const summary = loadText(load, expected);
  const keep = (next: Load): void => {
    setLoad(next);
    writeLoad(route.day, next);
  };
  const scan = (label: string): boolean => {
    const result = withScan(load, expected, label);
    if (result.load.loaded.length + result.load.extra.length > load.loaded.length + load.extra.length) {
      keep(result.load);
      announce(
        `${label.trim()}: ${result.isKnown ? 'cargado' : 'no es de su ruta'}. ${loadText(result.load, expected)}`,
      );
    }
    return result.isKnown;
  };
  useScannerKeys(scan);
  const { begin, isBusy, failure, question, note } = useStart({ route, stops, timeZone, onStarted: goToRoute });
  const start = (): void => {
    setAsking(false);
    begin(missing.map(({ id }) => id));
  };
  const toggle = (id: string): void => {
    const { loaded } = load;
    keep({ ...load, loaded: loaded.includes(id) ? loaded.filter((each) => each !== id) : [...loaded, id] });
  };

  return (
    <Screen
      title="Carga"
      aside={<span className={styles['count']}>{countText(load, expected)}</span>}
      back={{ name: 'route' }}
      banners={<Banners />}
      footer={
        <>
          <NotStored failure={failure} />
          {note !== null && <p className={common['warn']}>{note}</p>}
          <Action
            loading={isBusy}
            onClick={() => {
              if (missing.length > 0) setAsking(true);
              else start();
            }}
          >
            {!isUnderWay
              ? 'Salí a ruta'
              : toSetOut(stops).length > 0
                ? 'Salí con las paradas nuevas'
                : 'Salí con lo que cargué'}
          </Action>
        </>
      }
    >
      <p role="status" className={classes(common[missing.length + load.extra.length > 0 ? 'warn' : 'good'])}>
        {summary}
      </p>
      <form
        className={find['find']}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') scan(typed);
          setTyped('');
        }}
      >
        <span className={find['field']}>
          <input
            aria-label="Código de la etiqueta"
            placeholder="Escanee o escriba el código"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </span>
        {canScan && (
          <button
            type="button"
            className={classes(screenStyles['tool'], find['scan'])}
            aria-label="Escanear con la cámara"
            onClick={() => setScanning(true)}
          >
            <ScanLine size={24} aria-hidden="true" />
          </button>
        )}
      </form>
      {load.extra.length > 0 && (
        <section className={common['bad']} aria-label="No son de su ruta">
          <p>
            No son de su ruta: <strong>{load.extra.join(', ')}</strong>. Déjelos en la oficina.
          </p>
          <Action tone="plain" onClick={() => keep({ ...load, extra: [] })}>
            Ya los dejé
          </Action>
        </section>
      )}
      {missing.length > 1 && (
        <Action
          tone="plain"
          onClick={() => keep({ ...load, loaded: [...load.loaded, ...missing.map(({ id }) => id)] })}
        >
          Todas están cargadas
        </Action>
      )}
      <ul className={styles['parcels']} aria-label="Paquetes de su ruta">
        {expected.map((stop) => (
          <li key={stop.id}>
            <label className={reasons['reason']}>
              <input type="checkbox" checked={load.loaded.includes(stop.id)} onChange={() => toggle(stop.id)} />
              <span className={styles['parcel']}>
                <span>
                  <strong>{stop.code}</strong> · {packagesText(stop)}
                </span>
                <span className={common['quiet']}>
                  {stop.place.address}, {stop.place.district}
                  {stop.date !== undefined && stop.date !== route.day && ` · del ${formatDay(stop.date, route.day)}`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isScanning && (
        <Dialog title={`Carga: ${summary.toLowerCase()}`} isFull onClose={() => setScanning(false)}>
          <Scanner onRead={scan} onType={() => setScanning(false)} />
        </Dialog>
      )}
      {question}
      {isAsking && (
        <Dialog
          title={missing.length === 1 ? 'Falta 1 parada por cargar' : `Faltan ${missing.length} paradas por cargar`}
          cancel="Seguir revisando"
          action={<Action onClick={start}>Salir sin {missing.length === 1 ? 'ella' : 'ellas'}</Action>}
          onClose={() => setAsking(false)}
        >
          <p>
            {missing.map(({ code }) => code).join(', ')}: {missing.length === 1 ? 'queda' : 'quedan'} por salir, y la
            oficina lo verá. Avise a su oficina.
          </p>
        </Dialog>
      )}
    </Screen>
  );
}
