import { MODULE_CODES } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { SkippedRows } from '#shared/ui/SkippedRows/SkippedRows.tsx';
import { SearchField } from '#shared/ui/SearchField/SearchField.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { useSession } from '#features/session/state/session.ts';
import { usersKey, usersQuery } from './api/users.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { OfficePermissions } from './components/OfficePermissions.tsx';
import styles from './PermissionsScreen.module.css';
import { sortUsers } from './rules/find-users.ts';
import { useOffice } from '#features/session/state/use-office.ts';

/** The «Permiso Usuario» screen: which users of an office may use which modules. */
export function Component() {
  const me = useSession();
  const office = useOffice();
  const [search, setSearch] = useState('');
  const query = useQuery(usersQuery(me, office.officeId));
  useReportFirstRows(!query.isPending);
  const users = useMemo(() => query.data && sortUsers(query.data), [query.data]);
  return (
    <>
      <TopBarSlot>
        <OfficePicker office={office} />
        <SearchField
          label="Buscar usuario"
          value={search}
          onChange={setSearch}
          shortcut="/"
          className={styles['search']}
        />
      </TopBarSlot>
      {query.isPending && <MatrixSkeleton />}
      {query.isLoadingError && <QueryError query={query} />}
      {users && <SkippedRows list={usersKey(office.officeId)} />}
      {users && (
        <OfficePermissions
          // Remount per office: no state carries over from one office to another.
          key={office.officeId}
          officeId={office.officeId}
          users={users}
          search={search}
          onClearSearch={() => setSearch('')}
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
