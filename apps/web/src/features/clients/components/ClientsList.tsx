import { type Client } from '@despacho/contracts';
import SearchX from 'lucide-react/icons/search-x';
import { useDeferredValue, useMemo } from 'react';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ColumnsMenu } from '#shared/ui/Menu/ColumnsMenu.tsx';
import { PrintedRows } from '#shared/ui/SkippedRows/PrintedRows.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { countLabel } from '../rules/count-label.ts';
import { defaultColumns, fieldsOf, titleKey } from '../rules/fields.ts';
import { haystackOf } from '../rules/haystack.ts';
import { type ListAddress } from '../rules/list-address.ts';
import { sortClients } from '../rules/sort-clients.ts';
import { ClientCards } from './ClientCards.tsx';
import styles from './ClientsList.module.css';
import { ClientsTable } from './ClientsTable.tsx';

interface Props {
  clients: readonly Client[];
  address: ListAddress;
  onChange: (change: Partial<ListAddress>) => void;
}

/** The matching clients as a table or cards, with their count. */
export function ClientsList({ clients, address, onChange }: Props) {
  const narrow = useMediaQuery('(width < 40em)');
  const tight = useMediaQuery('(width < 80em)');
  const search = useDeferredValue(address.search);
  const words = useMemo(() => queryWords(search), [search]);
  const fields = useMemo(() => fieldsOf(clients), [clients]);
  const title = titleKey(fields);
  const wanted = address.columns ?? defaultColumns(fields, tight);
  const visible = wanted.includes(title) ? wanted : [title, ...wanted];
  // Sorts before filtering: sorting is expensive, and typing must not repeat it.
  const sorted = useMemo(() => sortClients(clients, address.sort, title), [clients, address.sort, title]);
  const rows = useMemo(() => sorted.filter((client) => includesWords(haystackOf(client), words)), [sorted, words]);
  const columns = visible.flatMap((key) => fields.find((field) => field.key === key) ?? []);
  const list = { rows, fields, title, words };
  return (
    <>
      <div className={styles['bar']}>
        <p role="status">{countLabel(rows.length, clients.length)}</p>
        {!narrow && (
          <ColumnsMenu
            columns={fields}
            shown={visible}
            fixed={title}
            onChange={(next) => onChange({ columns: next })}
          />
        )}
      </div>
      {rows.length === 0 && (
        <EmptyState
          icon={<SearchX size={22} />}
          title={`Ningún cliente coincide con «${search}»`}
          action={<Button onClick={() => onChange({ search: '' })}>Ver todos</Button>}
        >
          Se busca en todos los datos, con o sin tildes.
        </EmptyState>
      )}
      {rows.length > 0 && narrow && <ClientCards {...list} />}
      {rows.length > 0 && !narrow && (
        <ClientsTable {...list} columns={columns} sort={address.sort} onSort={(sort) => onChange({ sort })} />
      )}
      <PrintedRows count={rows.length} rest="para ver otras, busque antes de imprimir" />
    </>
  );
}
