import { useEffect, useRef } from 'react';
import { followTooltips } from './follow-tooltips.ts';
import styles from './Tooltip.module.css';

/** The tooltip of the page, above dialogs. */
export function TooltipLayer() {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => (popup.current ? followTooltips(popup.current) : undefined), []);
  return <div ref={popup} popover="manual" aria-hidden="true" data-tooltips="" className={styles['popup']} />;
}
