import { type FieldRoute } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { formatDay } from '#shared/format/format-day.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue } from '../offline/hooks.ts';
import { type Stop } from '../offline/types.ts';
import { countText, type Load, loadText, missingOf, withLabel } from '../rules/load-check.ts';
import { ANSWER_TONES, type LabelSource, type ScanAnswer } from '../rules/labels.ts';
import { isOnTheWay, toSetOut } from '../rules/start-day.ts';
import { packagesText } from '../rules/stop-texts.ts';
import { LabelField } from '../scan/LabelField.tsx';
import { ScanButton } from '../scan/ScanButton.tsx';
import { ScanDialog } from '../scan/ScanDialog.tsx';
import { alertScan } from '../state/alert-change.ts';
import { goToRoute } from '../state/hash-route.ts';
import { readLoad, writeLoad } from '../state/load.ts';
import { useScannerKeys } from '../state/use-scanner-keys.ts';
import { useStart } from '../state/use-start.tsx';
import { Action } from './Action.tsx';
import { Banners } from './Banners.tsx';
import { Dialog } from './Dialog.tsx';
import { NotStored } from './NotStored.tsx';
import { Screen } from './Screen.tsx';
import common from './Common.module.css';
import reasons from './ReasonField.module.css';
import styles from './LoadScreen.module.css';

interface Props {
  route: FieldRoute;
  stops: readonly Stop[];
  timeZone: string;
}

/** «Carga»: the parcels that are to be in the vehicle, scanned or ticked against the route before «Salí a ruta». */
export function LoadScreen({ route, stops, timeZone }: Props) {
  const [load, setLoad] = useState(() => readLoad(route.day));
  const [answer, setAnswer] = useState<ScanAnswer>();
  const [isScanning, setScanning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isUnderWay = isOnTheWay(route, useQueue().items);
  const expected = stops.filter(({ state }) => state === 'asignada');
  const missing = missingOf(load, expected);
  const summary = loadText(load, expected);
  const keep = (next: Load): void => {
    setLoad(next);
    writeLoad(route.day, next);
  };
  const scan = (text: string, source: LabelSource): ScanAnswer => {
    const result = withLabel(load, stops, text, source);
    keep(result.load);
    setAnswer(result.answer);
    alertScan(result.answer.tone === 'good');
    return result.answer;
  };
  useScannerKeys((text) => scan(text, 'scanned'));
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
      <LabelField placeholder="Escanee o escriba el código" onLabel={(text) => scan(text, 'typed')}>
        <ScanButton label="Escanear con la cámara" onClick={() => setScanning(true)} />
      </LabelField>
      {/* Parcels of other routes are listed below. */}
      <p
        role="status"
        className={answer && answer.tone !== 'bad' ? common[ANSWER_TONES[answer.tone]] : 'visually-hidden'}
      >
        {answer?.text}
      </p>
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
        <ScanDialog title={`Carga: ${summary.toLowerCase()}`} onLabel={scan} onClose={() => setScanning(false)} />
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
