import { type ComponentProps, type ReactNode } from 'react';
import { classes } from '#shared/styles/classes.ts';
import styles from './ImportPreviewed.module.css';

interface Props {
  label: string;
  headings: readonly string[];
  className?: string | undefined;
  /** Whether a change of its lines is being stored. */
  isBusy?: boolean;
  /** Of the rows. */
  bodyProps?: ComponentProps<'tbody'>;
  children: ReactNode;
}

/** A table of lines in a frame that scrolls. On a phone, the cells of a line are below each other. */
export function LinesTable({ label, headings, className, isBusy, bodyProps, children }: Props) {
  return (
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={classes(styles['table'], className)} aria-busy={isBusy}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...bodyProps}>{children}</tbody>
      </table>
    </div>
  );
}
