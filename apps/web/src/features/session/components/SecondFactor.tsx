import { type FactorView } from '@despacho/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { chunk } from '#shared/http/chunk.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { factorQuery } from '../api/factor.ts';
import { providerQuery } from '../api/provider.ts';
import { type FactorTask } from '../rules/factor-texts.ts';
import { useTimeZone } from '../state/use-time-zone.ts';
import styles from './OwnPassword.module.css';

const FIRST_BUTTON = 'second-factor';

const REQUIRED =
  'Su empresa lo pide, por eso no se puede quitar. Si cambia de celular, pase la cuenta desde su aplicación de códigos, o pida a una persona con cargo S que se lo quite en «Personas»: al ingresar lo activa en el nuevo.';
const WITHOUT_PASSWORD =
  'Para pedir códigos nuevos o quitarlo necesita una contraseña en Despacho. Si cambia de celular, pida a una persona con cargo S que se lo quite en «Personas».';

const FactorWindow = lazy(chunk(() => import('./FactorWindow.tsx')));

/** The user's second factor in «Mis sesiones». @param onChanged other sessions ended. */
export function SecondFactor({ onChanged }: { onChanged: () => void }) {
  const { data: config } = useQuery(configQuery);
  if (!config) return null;
  return (
    <Card title="Segundo paso al ingresar">
      {config.sections.directory ? (
        <Own onChanged={onChanged} />
      ) : (
        <div className={styles['row']}>
          <p>Su cuenta se guarda en otro sistema; el segundo paso, si lo tiene, se activa allí.</p>
        </div>
      )}
    </Card>
  );
}

function Own({ onChanged }: { onChanged: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(factorQuery);
  const { data: provider } = useQuery(providerQuery);
  const [task, setTask] = useState<FactorTask>();
  // After the window closed, because the button that opened it may be gone.
  useEffect(() => (task ? () => focusLater(FIRST_BUTTON) : undefined), [task]);
  if (!data) return null;
  const isOn = data.since !== null;
  // The password confirms every change.
  const mayChange = provider?.hasPassword !== false;
  return (
    <div className={styles['row']}>
      <div className={styles['texts']}>
        <State factor={data} />
        {!isOn && data.available && !mayChange && <p>Para activarlo necesita una contraseña en Despacho.</p>}
        {isOn && (data.required || !mayChange) && <p>{data.required ? REQUIRED : WITHOUT_PASSWORD}</p>}
      </div>
      {mayChange && (
        <div className="row">
          {(isOn || data.available) && (
            <Button id={FIRST_BUTTON} onClick={() => setTask(isOn ? 'codes' : 'add')}>
              {isOn ? 'Códigos nuevos' : 'Activar'}
            </Button>
          )}
          {isOn && !data.required && <Button onClick={() => setTask('remove')}>Quitar</Button>}
        </div>
      )}
      {task && (
        <Suspense fallback={null}>
          <FactorWindow
            task={task}
            onDone={() => {
              onChanged();
              return client.invalidateQueries(factorQuery);
            }}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function State({ factor: { available, since, codesLeft, wrongCodes, onlyRecovery } }: { factor: FactorView }) {
  const timeZone = useTimeZone();
  if (since === null)
    return (
      <p>
        {available
          ? 'Además de su contraseña, Despacho le pedirá un código que muestra su celular. Así, quien sepa su contraseña no puede entrar.'
          : 'En esta instalación todavía no se puede activar. Pídalo a quien administra el sistema.'}
      </p>
    );
  return (
    <>
      <p>
        Activado el {formatDateTime(since, timeZone)}.{' '}
        {codesLeft === 1 ? 'Le queda 1 código de recuperación.' : `Le quedan ${codesLeft} códigos de recuperación.`}
        {codesLeft < 3 && ' Pida códigos nuevos antes de que se acaben.'}
      </p>
      {wrongCodes > 0 && (
        <p>
          {wrongCodes === 1 ? 'Hubo 1 código equivocado' : `Hubo ${wrongCodes} códigos equivocados`} en las últimas 24
          horas. Si no fue usted, cambie su contraseña.
          {onlyRecovery && ' Hasta que pasen esas horas solo sirven los códigos de recuperación.'}
        </p>
      )}
    </>
  );
}
