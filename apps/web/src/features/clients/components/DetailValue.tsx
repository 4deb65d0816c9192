import Mail from 'lucide-react/icons/mail';
import contact from '#shared/fields/ContactLink.module.css';
import { FieldValue } from '#shared/fields/FieldValue.tsx';
import { PhoneText } from '#shared/fields/PhoneText.tsx';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { type Role } from '../rules/dictionary.ts';
import { CellValue } from './CellValue.tsx';

interface Props {
  value: unknown;
  role: Role | null;
  timeZone: string;
}

/** Looks like an email address: one at sign, no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A value on a client's page, as a link where possible. */
export function DetailValue({ value, role, timeZone }: Props) {
  if (valueKind(value) !== 'text') return <FieldValue value={value} />;
  const text = valueText(value);
  if (role === 'active') return <CellValue value={value} role={role} words={[]} />;
  if (role === 'createdAt') return <time dateTime={text}>{formatDateTime(text, timeZone)}</time>;
  if (role === 'phone') return <PhoneText phone={text} otherwise={<FieldValue value={text} />} />;
  if (role === 'email' && EMAIL.test(text))
    return (
      <a className={contact['link']} href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`}>
        <Mail size={16} aria-hidden="true" />
        {text}
      </a>
    );
  return <FieldValue value={value} />;
}
