import { type ProviderLinkView } from '@despacho/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { announce } from '#shared/hooks/announce.ts';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { factorQuery } from '../api/factor.ts';
import { providerQuery, startLink, unlinkProvider } from '../api/provider.ts';
import { redirectToProvider } from '../state/pending-authorization.ts';
import { useTimeZone } from '../state/use-time-zone.ts';
import styles from './OwnPassword.module.css';

/**
 * The user's account at the company's provider, in «Mis sesiones». Renders nothing without a provider.
 * @param onChanged called after other sessions ended.
 */
export function CompanyAccount({ onChanged }: { onChanged: () => void }) {
  const directory = useQuery(configQuery).data?.sections.directory === true;
  const { data } = useQuery({ ...providerQuery, enabled: directory });
  if (!data || (data.label === null && data.since === null)) return null;
  return (
    <Card title="Cuenta de su empresa">
      {data.since === null ? <Unlinked label={data.label ?? ''} /> : <Linked link={data} onChanged={onChanged} />}
    </Card>
  );
}

function Unlinked({ label }: { label: string }) {
  const { data: factor } = useQuery(factorQuery);
  const link = useMutation({
    mutationFn: startLink,
    onSuccess: (url) => redirectToProvider(url, { purpose: 'link' }),
  });
  return (
    <div className={styles['row']}>
      <div className={styles['texts']}>
        <p>Si la vincula, puede ingresar con «{label}» en vez de su contraseña.</p>
        {factor?.since === null && <p>Para vincularla, active primero el segundo paso.</p>}
        <FailureAlert error={link.error} />
      </div>
      {factor && factor.since !== null && (
        <Button loading={link.isPending} onClick={() => link.mutate()}>
          Vincular
        </Button>
      )}
    </div>
  );
}

function Linked({ link: { label, since, hasPassword }, onChanged }: { link: ProviderLinkView; onChanged: () => void }) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const unlink = useMutation({
    mutationFn: unlinkProvider,
    onSuccess: async () => {
      announce('Cuenta desvinculada');
      onChanged();
      await client.invalidateQueries(providerQuery);
    },
  });
  // After the button has gone.
  useEffect(() => () => focusLater(MAIN_ID), []);
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: '¿Desvincular la cuenta de su empresa?',
      text: 'Para ingresar usará su usuario y su contraseña. Sus otras sesiones se cierran.',
      confirmLabel: 'Desvincular',
      danger: true,
    });
    if (sure) unlink.mutate();
  };
  return (
    <div className={styles['row']}>
      <div className={styles['texts']}>
        <p>
          Vinculada desde el {formatDateTime(since ?? '', timeZone)}.{' '}
          {label === null
            ? 'Ahora no se puede ingresar con ella: su empresa ya no tiene página de ingreso.'
            : `Puede ingresar con «${label}».`}
        </p>
        {!hasPassword && (
          <p>
            No la puede desvincular, porque no tiene contraseña para ingresar. Si necesita hacerlo, hable con una
            persona con cargo S.
          </p>
        )}
        <FailureAlert error={unlink.error} />
      </div>
      {hasPassword && (
        <Button loading={unlink.isPending} onClick={() => void ask()}>
          Desvincular
        </Button>
      )}
    </div>
  );
}
