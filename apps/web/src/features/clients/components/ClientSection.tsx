import { type Client } from '@despacho/contracts';
import { type ReactNode } from 'react';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { Card } from '#shared/ui/Card/Card.tsx';
import { type Role } from '../rules/dictionary.ts';
import { type Section } from '../rules/sections.ts';
import styles from './ClientSection.module.css';
import { CopyButton } from './CopyButton.tsx';
import { DetailValue } from './DetailValue.tsx';

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
