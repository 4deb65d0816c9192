import { type Screen } from '@despacho/contracts';

/** One-line descriptions of the other sections. */
export const SECTION_TEXTS: Record<Exclude<Screen, 'dashboard'>, string> = {
  map: 'Repartidores y órdenes abiertas, a pantalla completa si hace falta.',
  assing: 'Busque órdenes, asígnelas a los repartidores y siga el día.',
  images: 'Las fotos de cada entrega: en preparación.',
  permissions: 'Decida qué secciones ve cada persona de la oficina.',
  clients: 'Busque un cliente y vea todos sus datos.',
};
