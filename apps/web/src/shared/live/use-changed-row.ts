import styles from './Live.module.css';
import { useRecentChange } from './recent-changes.ts';

/** @returns the class that highlights a row once after someone else changed it. */
export const useChangedRow = (orderId: string): string | undefined =>
  useRecentChange(orderId) === undefined ? undefined : styles['changed'];
