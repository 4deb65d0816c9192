import { nameKey } from '@despacho/contracts';
import { areaOf, type District } from '@despacho/contracts/dispatch';

/** Text that is not an address: telephones, and notes for the courier. */
const TELEPHONE = /(?:\+?51[ -]?)?\b9(?:[ -]?\d){8}\b|\b\d{7,}\b/g;
const IN_BRACKETS = /\([^)]*\)?|\[[^\]]*\]?/g;
const FOR_THE_COURIER =
  /(?:^|[\s,;.-])(?:ref(?:erencia)?|preguntar|atenci[oó]n|atte|atn|att|contacto|tel[eé]fono|telf?|cel(?:ular)?|whatsapp|recibe|entregar)(?!\p{L}).*$/isu;
/** A flat, which no map has: «dpto. 301», «Int. B», «3er piso», «Of. N° 12-B». */
const FLAT =
  /(?<![\p{L}\p{N}])(?:(?:dpto|depto|dep|dept|departamento|int|interior|piso|of|ofic|oficina)s?\b[ .:]*(?:n[°ºro]{0,2}[ .]*)?(?:\d{1,4}(?:[ -]?[a-z])?|[a-z](?:[ -]?\d{1,4})?)|\d{1,2}(?:er|do|ro|to|mo|vo|no|°|º)? piso)(?![\p{L}\p{N}])/giu;
const EMAIL = /\S+@\S+/g;

/** Shorter words are too common to be recognised as a part of a name. */
const MIN_NAME = 4;

/** Removes a name of several words wherever the address contains it. */
function withoutName(address: string, name: string): string {
  const wanted = nameKey(name);
  if (wanted.length < MIN_NAME || !wanted.includes(' ')) return address;
  // Compared word by word, because folding changes the length of a text.
  const words = address.split(/\s+/);
  const long = wanted.split(' ').length;
  for (let at = 0; at + long <= words.length; at++)
    if (
      words
        .slice(at, at + long)
        .map(nameKey)
        .join(' ') === wanted
    )
      return withoutName([...words.slice(0, at), ...words.slice(at + long)].join(' '), name);
  return words.join(' ');
}

/**
 * @param names of the recipient and the client, which the query must not contain.
 * @returns the text to send to a geocoder: address, district, province and country; undefined if the address is empty.
 */
export function geocoderQuery(address: string, district: District, names: readonly string[]): string | undefined {
  const cleaned = names
    .reduce(withoutName, address)
    .replace(EMAIL, ' ')
    .replace(IN_BRACKETS, ' ')
    .replace(TELEPHONE, ' ')
    .replace(FOR_THE_COURIER, ' ')
    .replace(FLAT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;.-]+|[\s,;.-]+$/g, '');
  return /\p{L}{3}/u.test(cleaned) ? `${cleaned}, ${district.name}, ${areaOf(district)}, Perú` : undefined;
}
