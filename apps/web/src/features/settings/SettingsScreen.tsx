import { useQuery } from '@tanstack/react-query';
import ServerOff from 'lucide-react/icons/server-off';
import { useSession } from '#features/session/state/session.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { useOffice } from '#features/session/state/use-office.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { companyOfficesQuery } from './api/company-offices.ts';
import { KeepingCard } from './components/KeepingCard.tsx';
import { OfficeHistory } from './components/OfficeHistory.tsx';
import { OfficesCard } from './components/OfficesCard.tsx';
import { OfficeSettings } from './components/OfficeSettings.tsx';
import styles from './SettingsScreen.module.css';

/** The screen «Oficinas y ajustes» of charge S: the company's offices, and the settings of one of them. */
export function Component() {
  const me = useSession();
  const office = useOffice();
  const { data: config } = useQuery(configQuery);
  const isConfigured = config?.sections.operations !== false;
  const query = useQuery({ ...companyOfficesQuery(me.officeId.id), enabled: isConfigured });
  useReportFirstRows(!query.isPending);
  if (!isConfigured)
    return (
      <EmptyState icon={<ServerOff size={22} />} title="Aquí no hay servicio de despacho">
        Las oficinas y sus ajustes se guardan en ese servicio, y este servidor no tiene ninguno configurado. Avise a
        quien lo administra.
      </EmptyState>
    );
  const shown = query.data?.offices.find(({ id }) => id === office.officeId);
  return (
    <>
      <TopBarSlot>
        <OfficePicker office={office} />
      </TopBarSlot>
      <QueryStates query={query} label="Cargando las oficinas" count={3} height={120} className={styles['page']} />
      {query.data && (
        <div className={styles['page']}>
          <OfficesCard
            officeId={office.officeId}
            own={me.officeId.id}
            known={query.data}
            mayChange={config?.sections.directory === true}
            onChoose={office.choose}
          />
          {shown && (
            // No state carries over from one office to another.
            <div key={shown.id} className={styles['ofOffice']}>
              <OfficeSettings officeId={shown.id} name={shown.name} isClosed={shown.closed !== null} />
              <OfficeHistory officeId={shown.id} timeZone={office.timeZone} />
            </div>
          )}
          <KeepingCard company={query.data.company} retention={query.data.retention} />
        </div>
      )}
    </>
  );
}
