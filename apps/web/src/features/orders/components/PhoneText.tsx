import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { phoneLinks } from '../../../shared/fields/phone-links.ts';
import styles from './OrderDetail.module.css';

/** A telephone number, with what it can be used for. */
export function PhoneText({ phone, name }: { phone: string; name: string }) {
  const links = phoneLinks(phone);
  if (!links) return phone;
  return (
    <span className={styles['phone']}>
      <a className={styles['link']} href={links.tel}>
        <Phone size={15} aria-hidden="true" />
        {phone}
      </a>
      {links.whatsApp !== null && (
        <a
          className={styles['link']}
          href={links.whatsApp}
          target="_blank"
          rel="noreferrer"
          aria-label={`Escribir a ${name} por WhatsApp`}
        >
          <MessageCircle size={15} aria-hidden="true" />
          WhatsApp
        </a>
      )}
    </span>
  );
}
