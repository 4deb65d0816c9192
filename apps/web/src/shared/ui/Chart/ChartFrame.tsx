import ChartLine from 'lucide-react/icons/chart-line';
import TableProperties from 'lucide-react/icons/table-properties';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import { DataGrid } from '../DataGrid/DataGrid.tsx';
import styles from './Chart.module.css';

interface Props {
  /** Caption of the table, and of the button that shows it. */
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}

/** A chart, and the table of its values in the same place. */
export function ChartFrame({ caption, columns, rows, children }: Props) {
  const [isTable, setIsTable] = useState(false);
  return (
    <div className={styles['frame']}>
      {isTable ? (
        <div className={styles['scroll']} tabIndex={0} role="group" aria-label={`${caption}, se desplaza`}>
          <DataGrid
            className={styles['table']}
            caption={<caption className="visually-hidden">{caption}</caption>}
            rows={rows}
            keyOf={([first = '']) => first}
            columns={columns.map((title, at) => ({ key: title, title, cell: (row: readonly string[]) => row[at] }))}
          />
        </div>
      ) : (
        children
      )}
      <IconButton
        className={styles['switch']}
        variant="plain"
        label={isTable ? 'Ver como gráfico' : 'Ver como tabla'}
        icon={isTable ? <ChartLine size={14} aria-hidden="true" /> : <TableProperties size={14} aria-hidden="true" />}
        onClick={() => setIsTable(!isTable)}
      />
    </div>
  );
}
