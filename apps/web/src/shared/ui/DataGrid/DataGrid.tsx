import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type ComponentProps, type ReactNode } from 'react';
import { oneTabStop } from '../../hooks/one-tab-stop.ts';

interface GridColumn<Row, Key extends string = string> {
  key: Key;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Class name of its heading and its cells. */
  className?: string | undefined;
}

interface Props<Row, Key extends string> extends Omit<ComponentProps<'table'>, 'rows' | 'children'> {
  /** The first one heads the rows. */
  columns: readonly GridColumn<Row, Key>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: { by: Key; isDescending: boolean } | null;
  /** Makes the headings buttons. */
  onSort?: (column: Key) => void;
  /** A `caption` element. */
  caption?: ReactNode;
  /** Makes it an ARIA grid: one Tab stop, with arrow keys between cells. For tables with controls in their rows. */
  isGrid?: boolean;
  /** The sum below the rows. */
  foot?: Row;
  rowProps?: (row: Row) => ComponentProps<'tr'> & { 'data-selected'?: boolean | undefined };
  bodyProps?: ComponentProps<'tbody'>;
}

/**
 * A table of rows with sortable columns. Cells carry the title of their column as `data-label`, for style sheets that show a
 * row as a card. Rows that are one Tab stop each use `useRovingFocus` or its rule in `bodyProps`.
 */
export function DataGrid<Row, Key extends string>(props: Props<Row, Key>) {
  const { columns, rows, keyOf, sort, onSort, caption, isGrid = false, foot, rowProps, bodyProps, ...table } = props;
  const cellsIn = (row: Row): ReactNode =>
    columns.map(({ key, title, className, cell }, place) =>
      place === 0 ? (
        <th key={key} scope="row" className={className}>
          {cell(row)}
        </th>
      ) : (
        <td key={key} data-label={title} className={className}>
          {cell(row)}
        </td>
      ),
    );
  const Arrow = sort?.isDescending === true ? ChevronDown : ChevronUp;
  return (
    <table {...(isGrid && { role: 'grid', 'aria-colcount': columns.length, ref: oneTabStop })} {...table}>
      {caption}
      <thead>
        <tr>
          {columns.map(({ key, title, className }) => (
            <th
              key={key}
              scope="col"
              className={className}
              aria-sort={sort?.by === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
            >
              {onSort ? (
                <button type="button" onClick={() => onSort(key)}>
                  {title}
                  {sort?.by === key && <Arrow size={12} aria-hidden="true" />}
                </button>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...bodyProps}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {cellsIn(row)}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>{cellsIn(foot)}</tr>
        </tfoot>
      )}
    </table>
  );
}
