import { type Client } from '@despacho/contracts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { type Role } from '../rules/dictionary.ts';
import { defaultColumns, type Field, nameOf, valueOfRole } from '../rules/fields.ts';
import { usePanelVirtualizer } from '../state/use-panel-virtualizer.ts';
import styles from './ClientCards.module.css';

/** Props shared with the table. */
export interface ListProps {
  rows: readonly Client[];
  fields: readonly Field[];
  /** Key of the field with the client's name. */
  title: string;
  words: readonly string[];
}

/** Height in px at the usual font size, as in the style sheet. */
const CARD = 76;

/** Fields shown under the name, if present. */
const SUBTITLE_ROLES: readonly Role[] = ['code', 'district', 'phone'];

/** @returns the values under the name: known fields, or else the host's own fields. */
function subtitleOf(client: Client, fields: readonly Field[], title: string): unknown[] {
  const known = SUBTITLE_ROLES.map((role) => valueOfRole(client, role));
  const own = defaultColumns(fields, true).flatMap((key) => (key === title ? [] : [client[key]]));
  const values = known.some((value) => valueKind(value) === 'text') ? known : own;
  return values.filter((value) => valueKind(value) === 'text');
}

/** Clients as cards on a phone, virtualised. */
export function ClientCards({ rows, fields, title, words }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const virtual = usePanelVirtualizer(list, rows.length, CARD, 0);
  return (
    <ul
      ref={list}
      data-rows=""
      className={styles['list']}
      style={{ height: virtual.getTotalSize() }}
      aria-label="Clientes"
    >
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const client = rows[index];
        if (!client) return null;
        const name = nameOf(client, title);
        const under = subtitleOf(client, fields, title);
        return (
          <li
            key={key}
            className={styles['item']}
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            <Link to={paths.client(client.id)} state={{ fromList: true }} className={styles['card']}>
              <span className={styles['name']}>
                <Highlight text={name} words={words} />
              </span>
              <span className={styles['under']}>
                <Highlight text={under.map(valueText).join(' · ')} words={words} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
