import { type Client } from '@despacho/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { type Role } from '../rules/dictionary.ts';
import { type Section } from '../rules/sections.ts';
import styles from './ClientSection.module.css';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { canCopy, copyText } from '#shared/browser/clipboard.ts';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import Mail from 'lucide-react/icons/mail';
import contact from '#shared/fields/ContactLink.module.css';
import { FieldValue } from '#shared/fields/FieldValue.tsx';
import { PhoneText } from '#shared/fields/PhoneText.tsx';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { CellValue } from './CellValue.tsx';

interface DetailValueProps {
  value: unknown;
  role: Role | null;
  timeZone: string;
}

/** Looks like an email address: one at sign, no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A value on a client's page, as a link where possible. */
function DetailValue({ value, role, timeZone }: DetailValueProps) {
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

/** How long the button shows that it has copied, in milliseconds. */
const DONE_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** Label of the value: «RUC». */
  what: string;
}

/** Copies a value to the clipboard. Not rendered where the clipboard API is unavailable (plain http). */
function CopyButton({ text, what }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (!canCopy()) return null;
  const copy = async (): Promise<void> => {
    if (await copyText(text, `${what} copiado`)) setDone(true);
  };
  return (
    <IconButton
      variant="plain"
      label={`Copiar ${what}`}
      icon={done ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    />
  );
}

/** Fields with a copy button. */
const COPIED = new Set<Role | null>(['name', 'code', 'taxId', 'phone', 'email', 'address', 'id']);

interface Props {
  client: Client;
  section: Section;
  timeZone: string;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** Card with one group of a client's fields. */
export function ClientSection({ client, section, timeZone, children }: Props) {
  return (
    <Card title={section.group}>
      {children}
      <dl className={styles['fields']}>
        {section.fields.map(({ key, role, label }) => {
          const value = client[key];
          return (
            <div key={key} className={styles['field']}>
              <dt>{label}</dt>
              <dd>
                <DetailValue value={value} role={role} timeZone={timeZone} />
                {COPIED.has(role) && valueKind(value) === 'text' && <CopyButton text={valueText(value)} what={label} />}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
