import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { FieldValue } from '../../../shared/fields/FieldValue.tsx';
import { valueKind, valueText } from '../../../shared/fields/value-kind.ts';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { type Role } from '../rules/dictionary.ts';
import { phoneLinks } from '../../../shared/fields/phone-links.ts';
import { CellValue } from './CellValue.tsx';
import styles from './DetailValue.module.css';

interface Props {
  value: unknown;
  role: Role | null;
  timeZone: string;
}

/** Something an address can be: one at sign, no space. Whether it exists only a letter can tell. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A value on the page of a client, with what one can do with it. */
export function DetailValue({ value, role, timeZone }: Props) {
  if (valueKind(value) !== 'text') return <FieldValue value={value} />;
  const text = valueText(value);
  if (role === 'active') return <CellValue value={value} role={role} words={[]} />;
  if (role === 'createdAt') return <time dateTime={text}>{formatDateTime(text, timeZone)}</time>;
  if (role === 'phone') return <PhoneValue text={text} />;
  if (role === 'email' && EMAIL.test(text))
    return (
      <a className={styles['link']} href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`}>
        <Mail size={16} aria-hidden="true" />
        {text}
      </a>
    );
  return <FieldValue value={value} />;
}

function PhoneValue({ text }: { text: string }) {
  const links = phoneLinks(text);
  if (!links) return <FieldValue value={text} />;
  return (
    <span className={styles['links']}>
      <a className={styles['link']} href={links.tel}>
        <Phone size={16} aria-hidden="true" />
        {text}
      </a>
      {links.whatsApp !== null && (
        <a
          className={styles['link']}
          href={links.whatsApp}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp ${text} (se abre aparte)`}
        >
          <MessageCircle size={16} aria-hidden="true" />
          WhatsApp
        </a>
      )}
    </span>
  );
}
