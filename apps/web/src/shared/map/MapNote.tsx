import { type ReactNode } from 'react';
import styles from './MapNote.module.css';

/** A sentence in a corner of a map. */
export const MapNote = ({ children }: { children: ReactNode }) => <p className={styles['note']}>{children}</p>;
