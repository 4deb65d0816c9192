import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { providerQuery } from '../api/provider.ts';
import styles from './OwnPassword.module.css';

const ChangePasswordWindow = lazy(chunk(() => import('./ChangePasswordWindow.tsx')));

/**
 * The user's password in «Mis sesiones». With a foreign host, where to change it. @param onChanged other sessions
 * ended.
 */
export function OwnPassword({ onChanged }: { onChanged: () => void }) {
  const { data: config } = useQuery(configQuery);
  const [open, setOpen] = useState(false);
  const provider = useQuery({ ...providerQuery, enabled: config?.sections.directory === true });
  if (!config) return null;
  return (
    <Card title="Contraseña">
      <div className={styles['row']}>
        {provider.data?.hasPassword === false ? (
          <p>Usted ingresa con la cuenta de su empresa; aquí no tiene contraseña.</p>
        ) : config.sections.directory ? (
          <>
            <p>Cámbiela si alguien más la conoce, o si no reconoce una sesión.</p>
            <Button onClick={() => setOpen(true)}>Cambiar contraseña</Button>
          </>
        ) : (
          <p>Su contraseña se guarda en otro sistema; cámbiela allí.</p>
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <ChangePasswordWindow onChanged={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
