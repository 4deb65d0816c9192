import { RECORD_FORMATS, type RecordFormat, type TrailSearch } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import ServerOff from 'lucide-react/icons/server-off';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '#features/session/state/session.ts';
import { useTimeZone } from '#features/session/state/use-time-zone.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { useLoadToPrint } from '#shared/state/printing.ts';
import { PrintedRows } from '#shared/ui/SkippedRows/PrintedRows.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { ScreenControls } from '#shared/ui/TopBarSlot/ScreenControls.tsx';
import { downloadRecords, recordsQuery } from './api/records-query.ts';
import { RecordsSearch } from './components/RecordsSearch.tsx';
import { RecordsTable } from './components/RecordsTable.tsx';
import { readSearch, searchParams } from './rules/search-params.ts';
import styles from './RecordsScreen.module.css';

/** In the address: shows automatic entries one by one. */
const SHOW_AUTOMATIC = 'automatico';

/** The screen «Registro»: who signed in, took data out, and changed accounts and settings of the company. */
export function Component() {
  const { data: config, isPending } = useQuery(configQuery);
  if (isPending) return <Loading />;
  if (config?.sections.operations === false)
    return (
      <EmptyState icon={<ServerOff size={22} />} title="Aquí no hay servicio de despacho">
        El registro se guarda en ese servicio, y este servidor no tiene ninguno configurado. Avise a quien lo
        administra.
      </EmptyState>
    );
  return <Records hasSignIns={config?.sections.directory === true} />;
}

const Loading = () => <Skeletons label="Cargando el registro" count={10} height={44} className={styles['screen']} />;

/** @param hasSignIns whether refused sign-ins are recorded: with a foreign host, their company is unknown. */
function Records({ hasSignIns }: { hasSignIns: boolean }) {
  const officeId = useSession().officeId.id;
  const timeZone = useTimeZone();
  const today = useToday(timeZone);
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const query = useInfiniteQuery(recordsQuery(officeId, search));
  useReportFirstRows(!query.isPending);
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  useLoadToPrint({
    count: entries.length,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
  });
  const isFiltered = Object.keys(search).length > 0;
  const isFolded = search.tipo === 'session.ended' ? undefined : !params.has(SHOW_AUTOMATIC);
  const show = (next: TrailSearch, folds = isFolded !== false): void =>
    setParams([...searchParams(next), ...(folds ? [] : [[SHOW_AUTOMATIC, '1'] as [string, string]])]);
  const formats = Object.entries(RECORD_FORMATS) as [RecordFormat, { name: string }][];
  return (
    <div className={styles['screen']}>
      <ScreenControls>
        <Menu
          label="Descargar"
          icon={<Download size={18} aria-hidden="true" />}
          items={formats.map(([format, { name }]) => ({
            label: name,
            onSelect: () => downloadRecords(officeId, search, format),
          }))}
        />
      </ScreenControls>
      <RecordsSearch
        key={JSON.stringify(search)}
        search={search}
        today={today}
        busy={query.isFetching && !query.isFetchingNextPage}
        isFolded={isFolded}
        onFold={(folds) => show(search, folds)}
        onSearch={(next) => show(next)}
      />
      {query.isPending && <Loading />}
      {query.isLoadingError && <QueryError query={query} />}
      {query.data && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText size={22} />}
          title={isFiltered ? 'Nada coincide con la búsqueda' : 'Todavía no hay nada registrado'}
        >
          {isFiltered
            ? 'Cambie los filtros o amplíe las fechas.'
            : 'Aquí quedan los ingresos, las descargas y los cambios de cuentas y ajustes de su empresa.'}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <div className={styles['list']}>
          <RecordsTable
            entries={entries}
            timeZone={timeZone}
            isFolded={isFolded === true}
            onSearch={(change) => show({ ...search, ...change })}
          />
        </div>
      )}
      <PrintedRows count={entries.length} hasMore={query.hasNextPage} rest="el registro entero está en «Descargar»" />
      {query.hasNextPage && (
        <Button
          className={styles['more']}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Ver más
        </Button>
      )}
      {pages[0] && (
        <p className="small">
          Cada entrada se guarda {pages[0].days} días. Lo descargado también queda registrado.
          {!hasSignIns &&
            ' Los ingresos fallidos no aparecen: las cuentas están en otro servicio, que no dice de qué empresa son.'}
        </p>
      )}
    </div>
  );
}
