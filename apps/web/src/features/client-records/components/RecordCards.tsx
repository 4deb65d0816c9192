import { type ClientDetails, OPEN_DAYS } from '@despacho/contracts/dispatch';
import { useDistricts } from '#shared/districts/districts.ts';
import { PhoneText } from '#shared/fields/PhoneText.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import styles from './RecordCards.module.css';

/** Contacts, addresses and terms of a client of our own, as far as the documented fields of the page do not show them. */
export function RecordCards({ client }: { client: ClientDetails }) {
  const districts = useDistricts();
  const hasContacts = client.contacts.length > 1 || client.contacts.some(({ role }) => role !== null);
  const hasAddresses =
    client.addresses.length > 1 || client.addresses.some(({ label, hours }) => label !== null || hours.length > 0);
  return (
    <>
      {hasContacts && (
        <Card title="Contactos">
          <ul className="stack-3">
            {client.contacts.map(({ name, role, phone, email }, place) => (
              <li key={place} className={styles['lines']}>
                <p>
                  <strong>{name}</strong> {role !== null && <span className="muted">{role}</span>}
                </p>
                {phone !== null && (
                  <p>
                    <PhoneText phone={phone} name={name} />
                  </p>
                )}
                {email !== null && (
                  <p>
                    <a href={`mailto:${email}`}>{email}</a>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {hasAddresses && (
        <Card title="Direcciones">
          <ul className="stack-3">
            {client.addresses.map(({ label, address, reference, ubigeo, hours }, place) => (
              <li key={place} className={styles['lines']}>
                {label !== null && (
                  <p>
                    <strong>{label}</strong>
                  </p>
                )}
                <p>{[address, ...(ubigeo === null ? [] : [districts.of(ubigeo)?.name ?? ubigeo])].join(', ')}</p>
                {reference !== null && <p className="muted">{reference}</p>}
                {hours.map(({ days, window }) => (
                  <p key={`${days} ${window.from}`} className="muted">
                    {OPEN_DAYS[days]}, de {window.from} a {window.to}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {client.terms !== null && (
        <Card title="Condiciones">
          <p className={styles['lines']}>{client.terms}</p>
        </Card>
      )}
    </>
  );
}
