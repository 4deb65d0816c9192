import { type FieldRoute, fillMessage } from '@despacho/contracts/dispatch';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { type Stop } from '../offline/types.ts';

interface Words {
  courier: string;
  office: string;
}

const fillFor = (stop: Stop, message: string, { courier, office }: Words): string =>
  fillMessage(message, {
    destinatario: stop.recipient.name,
    repartidor: courier,
    codigo: stop.code,
    cliente: stop.client,
    oficina: office,
  });

/** @returns the links to call and to write to the recipient; null where the number does not allow it. */
export function contactLinks(stop: Stop, office: FieldRoute['office'], words: Words) {
  const links = stop.recipient.phone === null ? null : phoneLinks(stop.recipient.phone);
  const text = fillFor(stop, office.whatsapp, words);
  const whatsApp = links?.whatsApp ?? null;
  return {
    tel: links?.tel ?? null,
    whatsApp: whatsApp === null || text === '' ? whatsApp : `${whatsApp}?text=${encodeURIComponent(text)}`,
  };
}

/** A navigation app, and its link to a stop. */
interface WayApp {
  /** `geo`: the phone's own choice. */
  app: 'google' | 'waze' | 'geo';
  name: string;
  href: string;
}

/** @returns the links of navigation apps: to the point, or to the written address while the point is only the district's. */
export function wayLinks({ place }: Stop): readonly WayApp[] {
  const { lat, lng, address, district, approximate } = place;
  // Six digits: ten centimetres. Imported places may have fifteen.
  const point = [lat, lng].map((degrees) => Number(degrees.toFixed(6))).join();
  const written = encodeURIComponent(`${address}, ${district}, Perú`);
  const target = approximate ? written : point;
  return [
    { app: 'google', name: 'Google Maps', href: `https://www.google.com/maps/dir/?api=1&destination=${target}` },
    {
      app: 'waze',
      name: 'Waze',
      href: `https://waze.com/ul?${approximate ? `q=${written}` : `ll=${point}`}&navigate=yes`,
    },
    { app: 'geo', name: 'Otra aplicación', href: approximate ? `geo:0,0?q=${written}` : `geo:${point}?q=${point}` },
  ];
}
