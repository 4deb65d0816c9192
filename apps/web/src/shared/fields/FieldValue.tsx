import styles from './FieldValue.module.css';
import { humanise } from './humanise.ts';
import { valueKind, valueText } from './value-kind.ts';

/** Deeper values are shown as JSON: such indents are unreadable, and a hostile response could nest without limit. */
const DEPTH = 4;

interface Props {
  value: unknown;
  depth?: number;
}

/** A value of an unknown field: nested records become lists of names and values. */
export function FieldValue({ value, depth = 0 }: Props) {
  const kind = valueKind(value);
  if (kind === 'nothing') return <span className="muted">—</span>;
  if (kind === 'text' || depth >= DEPTH) return <span className={styles['text']}>{valueText(value)}</span>;
  if (kind === 'list')
    return (
      <ul className={styles['list']}>
        {(value as unknown[]).map((item, index) => (
          <li key={index}>
            <FieldValue value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  return (
    <dl className={styles['record']}>
      {Object.entries(value as Record<string, unknown>).map(([key, item]) => (
        <div key={key}>
          <dt>{humanise(key)}</dt>
          <dd>
            <FieldValue value={item} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
