import { MODULE_CODES } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { chunk } from '#shared/http/chunk.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { SkippedRows } from '#shared/ui/SkippedRows/SkippedRows.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import { useSession } from '#features/session/state/session.ts';
import { usersKey, usersQuery } from './api/users.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { OfficePermissions } from './components/OfficePermissions.tsx';
import styles from './PermissionsScreen.module.css';
import { sortUsers } from './rules/find-users.ts';
import { VIEW_PARAM } from './rules/leaves-changes.ts';
import { useOffice } from '#features/session/state/use-office.ts';

const PeopleView = lazy(chunk(() => import('#features/people/PeopleView.tsx')));

const VIEWS = { permisos: 'Permisos', personas: 'Personas' } as const;

type View = keyof typeof VIEWS;

/** The «Permiso Usuario» screen: which users of an office may use which modules, and the people themselves. */
export function Component() {
  const office = useOffice();
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const config = useQuery(configQuery).data;
  // Assumed until the configuration is known, so that the top bar rarely changes its height.
  const hasPeople = config?.sections.directory !== false;
  const view: View = hasPeople && params.get(VIEW_PARAM) === 'personas' ? 'personas' : 'permisos';
  useTitle('part', view === 'personas' ? VIEWS[view] : null);
  const show = (next: View): void =>
    setParams((now) => {
      const kept = new URLSearchParams(now);
      if (next === 'personas') kept.set(VIEW_PARAM, next);
      else kept.delete(VIEW_PARAM);
      return kept;
    });
  const shared = { search, onClearSearch: () => setSearch('') };
  return (
    <>
      <TopBarSlot>
        {hasPeople && <Segmented label="Parte de la pantalla" options={VIEWS} value={view} onChange={show} />}
        <OfficePicker office={office} />
        <SearchField
          label="Buscar usuario"
          value={search}
          onChange={setSearch}
          shortcut="/"
          className={styles['search']}
        />
      </TopBarSlot>
      {config && !hasPeople && (
        <p role="note" className={styles['elsewhere']}>
          Las personas se crean, cambian y dan de baja en {config.provider}, que guarda las cuentas; aquí se ven sus
          permisos.
        </p>
      )}
      {view === 'personas' ? (
        <Suspense fallback={<MatrixSkeleton />}>
          <PeopleView
            key={office.officeId}
            officeId={office.officeId}
            timeZone={office.timeZone}
            offices={office.offices}
            {...shared}
          />
        </Suspense>
      ) : (
        <Permissions officeId={office.officeId} onPeople={hasPeople ? () => show('personas') : undefined} {...shared} />
      )}
    </>
  );
}

interface PermissionsProps {
  officeId: string;
  search: string;
  onClearSearch: () => void;
  onPeople: (() => void) | undefined;
}

function Permissions({ officeId, ...shared }: PermissionsProps) {
  const me = useSession();
  const query = useQuery(usersQuery(me, officeId));
  useReportFirstRows(!query.isPending);
  const users = useMemo(() => query.data && sortUsers(query.data), [query.data]);
  return (
    <>
      {query.isPending && <MatrixSkeleton />}
      {query.isLoadingError && <QueryError query={query} />}
      {users && <SkippedRows list={usersKey(officeId)} />}
      {users && (
        <OfficePermissions
          // Remount per office: no state carries over from one office to another.
          key={officeId}
          officeId={officeId}
          users={users}
          {...shared}
        />
      )}
    </>
  );
}

const ROWS = 12;

function MatrixSkeleton() {
  return (
    <div aria-busy="true" aria-label="Cargando los usuarios" role="status" className={styles['skeleton']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width={28} height={28} />
          <Skeleton width={`${14 + ((row * 5) % 9)}%`} />
          <span className={styles['boxes']}>
            {MODULE_CODES.map((module) => (
              <Skeleton key={module} width={22} height={22} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
