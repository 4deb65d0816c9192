import ChevronRight from 'lucide-react/icons/chevron-right';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import styles from './PersonCell.module.css';
import { RowStatus } from './RowStatus.tsx';
import { type RowView } from './row-view.ts';

interface Props {
  row: RowView;
  words: readonly string[];
  place: string;
  focusable: boolean;
  open: boolean;
  onOpen: (id: string) => void;
}

/** Row header with the person's name and account; opens their details. */
export function PersonCell({ row, words, place, focusable, open, onOpen }: Props) {
  return (
    <th scope="row" className={styles['cell']}>
      <button
        type="button"
        className={styles['person']}
        data-place={place}
        tabIndex={focusable ? 0 : -1}
        aria-expanded={open}
        onClick={() => onOpen(row.id)}
      >
        <Avatar name={row.name} />
        <span className={styles['names']}>
          <span className={styles['name']}>
            <Highlight text={row.name} words={words} />
          </span>
          {row.user.username !== undefined && (
            <span className={styles['account']}>
              <Highlight text={row.user.username} words={words} />
            </span>
          )}
        </span>
        <span className={styles['marks']}>
          <RowStatus row={row} />
        </span>
        <span className="visually-hidden">, ver todos sus datos</span>
        <ChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
      </button>
    </th>
  );
}
