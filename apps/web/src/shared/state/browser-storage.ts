interface StoredValue {
  /** `session` ends with the tab. */
  in: 'local' | 'session';
  /** `sign-out`: removed when the person signs out or somebody else signs in. */
  until: 'kept' | 'sign-out';
}

/**
 * Everything that pages store in the browser, except what a courier's phone keeps in IndexedDB. A name that ends with a
 * dot is followed by an id. docs/security/README.md describes the values. Credentials are never among them.
 */
export const STORED_VALUES = {
  'despacho.theme': { in: 'local', until: 'kept' },
  'despacho.sucursal': { in: 'local', until: 'kept' },
  'despacho.reauthenticate': { in: 'local', until: 'kept' },
  'despacho.sidebar': { in: 'local', until: 'kept' },
  'despacho.districts': { in: 'local', until: 'kept' },
  'despacho.assignment.side': { in: 'local', until: 'kept' },
  'despacho.assignment.receipt': { in: 'local', until: 'kept' },
  'despacho.map.side': { in: 'local', until: 'kept' },
  'despacho.map.zones': { in: 'local', until: 'kept' },
  'despacho.orders.columns.': { in: 'local', until: 'kept' },
  'despacho.officeId': { in: 'local', until: 'sign-out' },
  'despacho.first-day.': { in: 'local', until: 'sign-out' },
  'despacho.receipts': { in: 'session', until: 'sign-out' },
  'despacho.closings': { in: 'session', until: 'sign-out' },
  'despacho.notices': { in: 'local', until: 'sign-out' },
  'despacho.scroll': { in: 'session', until: 'sign-out' },
  'despacho.provider': { in: 'session', until: 'sign-out' },
  'despacho.reparto.aviso': { in: 'local', until: 'kept' },
  'despacho.reparto.pantalla': { in: 'local', until: 'kept' },
  'despacho.reparto.silencio': { in: 'local', until: 'kept' },
  'despacho.reparto.carga': { in: 'local', until: 'sign-out' },
  'despacho.reparto.camino': { in: 'local', until: 'kept' },
  'despacho.reparto.mapa': { in: 'local', until: 'kept' },
} as const satisfies Record<`despacho.${string}`, StoredValue>;

type StoredName = keyof typeof STORED_VALUES;

/** The parameters of a value: an id follows the names that end with a dot, and no other. */
type Place<Name extends StoredName> = Name extends `${string}.` ? [name: Name, id: string] : [name: Name];

const storageOf = (name: StoredName): Storage => (STORED_VALUES[name].in === 'local' ? localStorage : sessionStorage);

/** @returns the stored text; null if there is none, or the browser blocks storage. */
export function readStored<Name extends StoredName>(...[name, id = '']: Place<Name>): string | null {
  try {
    return storageOf(name).getItem(name + id);
  } catch {
    return null;
  }
}

/** Stores a text, or with null removes it. @returns whether the browser did: storage may be blocked or full. */
export function writeStored<Name extends StoredName>(value: string | null, ...[name, id = '']: Place<Name>): boolean {
  try {
    if (value === null) storageOf(name).removeItem(name + id);
    else storageOf(name).setItem(name + id, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes what belongs to the person who was signed in, so that the next one does not see it. */
export function forgetPerson(places: readonly StoredValue['in'][] = ['local', 'session']): void {
  for (const [name, { in: place, until }] of Object.entries(STORED_VALUES)) {
    if (until === 'kept' || !places.includes(place)) continue;
    try {
      const storage = place === 'local' ? localStorage : sessionStorage;
      const keys = name.endsWith('.') ? Object.keys(storage).filter((key) => key.startsWith(name)) : [name];
      for (const key of keys) storage.removeItem(key);
    } catch {
      // Storage is blocked: nothing was stored.
    }
  }
}
