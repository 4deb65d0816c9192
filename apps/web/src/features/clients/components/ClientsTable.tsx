import { type ColumnSort } from '../rules/sort-clients.ts';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { classes } from '#shared/styles/classes.ts';
import { type Role } from '../rules/dictionary.ts';
import { type Field, nameOf } from '../rules/fields.ts';
import { nextSort } from '../rules/next-sort.ts';
import { usePanelVirtualizer } from '../state/use-panel-virtualizer.ts';
import { CellValue } from './CellValue.tsx';
import { type ListProps } from './ClientCards.tsx';
import styles from './ClientsTable.module.css';

/** Heights in px at the usual font size, as in the style sheet: the same for every row, so that 20,000 rows need no measuring. */
const ROW = 40;
const HEADER = 41;

/** Rows per Page Up or Down. */
const PAGE = 15;

/** Column widths in px at the usual font size that fit values of known length. The first column takes the remaining width. */
const WIDTHS: Partial<Record<Role, number>> = { code: 88, taxId: 124, district: 180, phone: 152, active: 124 };
const WIDTH = 160;
const MIN_FIRST_WIDTH = 220;

const widthOf = ({ role }: Field): number => (role && WIDTHS[role]) ?? WIDTH;

const MONO = new Set<Role | null>(['code', 'taxId', 'phone', 'ubigeo', 'id', 'lat', 'lng']);

interface Props extends ListProps {
  columns: readonly Field[];
  sort: ColumnSort | null;
  onSort: (sort: ColumnSort | null) => void;
}

export function ClientsTable({ rows, columns, title, sort, words, onSort }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const scale = useTextScale();
  const virtual = usePanelVirtualizer(body, rows.length, ROW, HEADER);
  const items = virtual.getVirtualItems();
  const roving = useRovingFocus(rows.length, { page: PAGE, scrollTo: (place) => virtual.scrollToIndex(place) });
  const above = (items[0]?.start ?? virtual.options.scrollMargin) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - above - items.length * ROW * scale;
  const spacer = (height: number) =>
    height > 0 && (
      <tr aria-hidden="true">
        <td colSpan={columns.length} className={styles['spacer']} style={{ height }} />
      </tr>
    );
  const minWidth = scale * columns.slice(1).reduce((sum, field) => sum + widthOf(field), MIN_FIRST_WIDTH);
  return (
    <table
      className={styles['table']}
      style={{ minWidth }}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-label="Clientes"
    >
      <colgroup>
        {columns.map((field, index) => (
          <col key={field.key} style={index === 0 ? undefined : { width: widthOf(field) * scale }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((field) => (
            <Header key={field.key} field={field} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} data-rows="" {...roving.list}>
        {spacer(above)}
        {items.map(({ index, key }) => {
          const client = rows[index];
          return (
            client && (
              <tr key={key} aria-rowindex={index + 2} className={styles['row']}>
                {columns.map((field) => (
                  <td
                    key={field.key}
                    role={field.key === title ? 'rowheader' : undefined}
                    className={classes(styles['cell'], MONO.has(field.role) && styles['mono'])}
                  >
                    {field.key === title ? (
                      <Link
                        to={paths.client(client.id)}
                        state={{ fromList: true }}
                        className={styles['link']}
                        {...roving.itemAt(index)}
                      >
                        <CellValue value={nameOf(client, title)} role={field.role} words={words} />
                      </Link>
                    ) : (
                      <CellValue value={client[field.key]} role={field.role} words={words} />
                    )}
                  </td>
                ))}
              </tr>
            )
          );
        })}
        {spacer(below)}
      </tbody>
    </table>
  );
}

interface HeaderProps {
  field: Field;
  sort: ColumnSort | null;
  onSort: (sort: ColumnSort | null) => void;
}

function Header({ field: { key, label }, sort, onSort }: HeaderProps) {
  const direction = sort?.id === key ? (sort.desc ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={direction} className={styles['header']}>
      <button type="button" className={styles['sort']} onClick={() => onSort(nextSort(sort, key))}>
        <span className="truncate">{label}</span>
        {direction === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
        {direction === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
