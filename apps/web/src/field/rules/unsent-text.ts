/** One and several of each. */
const NAMES = {
  entrega: ['entrega', 'entregas'],
  visita: ['visita', 'visitas'],
  foto: ['foto', 'fotos'],
  firma: ['firma', 'firmas'],
  aviso: ['aviso', 'avisos'],
} as const;

/** The kind of an item, for the courier: `visita` is a failed visit, `aviso` concerns the whole day. */
export type Unsent = keyof typeof NAMES;

const list = new Intl.ListFormat('es');

/** @returns «3 entregas y 5 fotos». */
export const countText = (what: Unsent, count: number): string => `${count} ${NAMES[what][count === 1 ? 0 : 1]}`;

/** @returns the number of unsent items by kind: «3 entregas, 5 fotos y 1 firma». */
export const unsentText = (items: readonly { what: Unsent }[]): string =>
  list.format(
    (Object.keys(NAMES) as Unsent[]).flatMap((what) => {
      const count = items.filter((item) => item.what === what).length;
      return count > 0 ? [countText(what, count)] : [];
    }),
  );
