import { type Day, type Stop } from '../types.ts';
import { phoneLinks } from '../../shared/fields/phone-links.ts';

interface Words {
  courier: string;
  office: string;
}

/** @returns the office's template with the words in braces replaced; unknown ones disappear. */
function fillTemplate(template: string, stop: Stop, { courier, office }: Words): string {
  const words: Readonly<Record<string, string>> = {
    destinatario: stop.recipient.name,
    repartidor: courier,
    codigo: stop.code,
    cliente: stop.client,
    oficina: office,
  };
  return template
    .replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** @returns the links to call and to write to the recipient; null where the number does not allow it. */
export function contactLinks(stop: Stop, office: Day['office'], words: Words) {
  const links = stop.recipient.phone === null ? null : phoneLinks(stop.recipient.phone);
  const text = fillTemplate(office.whatsapp, stop, words);
  const whatsApp = links?.whatsApp ?? null;
  return {
    tel: links?.tel ?? null,
    whatsApp: whatsApp === null || text === '' ? whatsApp : `${whatsApp}?text=${encodeURIComponent(text)}`,
  };
}

/** @returns the links of navigation apps: to the point, or to the written address while the point is only the district's. */
export function wayLinks({ place }: Stop): readonly { name: string; href: string }[] {
  const { lat, lng, address, district, approximate } = place;
  const point = `${lat},${lng}`;
  const written = encodeURIComponent(`${address}, ${district}, Perú`);
  const target = approximate ? written : point;
  return [
    { name: 'Google Maps', href: `https://www.google.com/maps/dir/?api=1&destination=${target}` },
    { name: 'Waze', href: `https://waze.com/ul?${approximate ? `q=${written}` : `ll=${point}`}&navigate=yes` },
    { name: 'Otra aplicación', href: approximate ? `geo:0,0?q=${written}` : `geo:${point}?q=${point}` },
  ];
}
