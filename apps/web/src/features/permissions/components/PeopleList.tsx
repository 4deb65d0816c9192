import { MODULE_CODES } from '@despacho/contracts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { codesOf, nextCodes } from '../rules/pending.ts';
import styles from './PeopleList.module.css';
import { RowStatus } from './RowStatus.tsx';
import { type RowView } from './row-view.ts';

/** @returns «4 de 11 módulos», including pending changes. */
function heldLabel({ user, edit }: RowView): string {
  const codes = codesOf(user);
  if (codes === null) return 'El servicio no indica sus permisos';
  const held = nextCodes(codes, edit);
  return `${MODULE_CODES.filter((code) => held.includes(code)).length} de ${MODULE_CODES.length} módulos`;
}

interface Props {
  rows: readonly RowView[];
  words: readonly string[];
  /** URL of one person's view. */
  hrefOf: (id: string) => string;
}

/** List of the office's users on a phone. */
export function PeopleList({ rows, words, hrefOf }: Props) {
  return (
    <ul className={styles['list']} aria-label="Usuarios">
      {rows.map((row) => (
        <li key={row.id} className={row.edit && styles['changed']}>
          <Link to={hrefOf(row.id)} className={styles['person']}>
            <Avatar name={row.name} />
            <span className={styles['words']}>
              <span className={styles['name']}>
                <Highlight text={row.name} words={words} />
              </span>
              <span className="note">{heldLabel(row)}</span>
            </span>
            <RowStatus row={row} />
            <ChevronRight size={18} aria-hidden="true" className="muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
