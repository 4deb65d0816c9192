/** One and several of each. */
const NAMES = {
  entrega: ['entrega', 'entregas'],
  visita: ['visita', 'visitas'],
  foto: ['foto', 'fotos'],
  firma: ['firma', 'firmas'],
  aviso: ['aviso', 'avisos'],
} as const;

/** What an item is, for the courier: `visita` is one without a delivery, `aviso` what concerns the whole day. */
export type Unsent = keyof typeof NAMES;

const list = new Intl.ListFormat('es');

/** @returns «3 entregas y 5 fotos». */
export const countText = (what: Unsent, count: number): string => `${count} ${NAMES[what][count === 1 ? 0 : 1]}`;

/** @returns what waits to be sent, counted by kind: «3 entregas, 5 fotos y 1 firma». */
export const unsentText = (items: readonly { what: Unsent }[]): string =>
  list.format(
    (Object.keys(NAMES) as Unsent[]).flatMap((what) => {
      const count = items.filter((item) => item.what === what).length;
      return count > 0 ? [countText(what, count)] : [];
    }),
  );
