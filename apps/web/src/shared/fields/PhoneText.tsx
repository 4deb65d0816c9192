import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode } from 'react';
import styles from './ContactLink.module.css';
import { formatPhone } from './format-phone.ts';
import { phoneLinks } from './phone-links.ts';

interface Props {
  phone: string;
  /** Whose phone it is, for the accessible names of the links. */
  name?: string;
  /** Shown if the text is not a phone number; the text itself by default. */
  otherwise?: ReactNode;
}

/** A phone number with links to call it and to open WhatsApp. */
export function PhoneText({ phone, name = '', otherwise = phone }: Props) {
  const links = phoneLinks(phone);
  const whom = name && ` a ${name}`;
  if (!links) return otherwise;
  return (
    <span className={styles['links']}>
      <a className={styles['link']} href={links.tel} aria-label={`Llamar${whom}: ${formatPhone(phone)}`}>
        <Phone size={16} aria-hidden="true" />
        {formatPhone(phone)}
      </a>
      {links.whatsApp !== null && (
        <a
          className={styles['link']}
          href={links.whatsApp}
          target="_blank"
          rel="noreferrer"
          aria-label={`Escribir${whom} por WhatsApp`}
        >
          <MessageCircle size={16} aria-hidden="true" />
          WhatsApp
        </a>
      )}
    </span>
  );
}
