import styles from './Live.module.css';
import { useRecentChange } from './use-recent-change.ts';

/** @returns the class of a row that somebody else has just changed: it lights up once, and quietly. */
export const useChangedRow = (orderId: string): string | undefined =>
  useRecentChange(orderId) === undefined ? undefined : styles['changed'];
