import styles from './Logo.module.css';

interface LogoProps {
  /** Side of the square in px. */
  size?: number;
  /** Shows the name next to the sign; otherwise the sign has it as its accessible name. */
  withName?: boolean;
}

/** The product's logo: a route between two stops, as in `public/favicon.svg`. */
export function Logo({ size = 26, withName = true }: LogoProps) {
  return (
    <span className={styles['logo']}>
      <svg
        viewBox="0 0 32 32"
        width={size}
        height={size}
        {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Despacho' })}
      >
        <rect className={styles['ground']} width="32" height="32" rx="8" />
        <g className={styles['route']}>
          <circle cx="10" cy="22.5" r="2.6" />
          <path d="M12.6 22.5h7.2a3.25 3.25 0 0 0 0-6.5h-7.6a3.25 3.25 0 0 1 0-6.5h7.2" />
          <circle cx="22" cy="9.5" r="2.6" />
        </g>
      </svg>
      {withName && <span>Despacho</span>}
    </span>
  );
}
