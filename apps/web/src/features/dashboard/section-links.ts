import { type Access, SCREEN_ACCESS } from '@despacho/contracts';
import { paths } from '../../shared/paths.ts';

export type SectionIcon = 'map' | 'assign' | 'images' | 'permissions' | 'clients';

export interface SectionLink {
  path: string;
  title: string;
  /** What one does there, in one line. */
  text: string;
  icon: SectionIcon;
  access: Access;
}

/** The other sections, in the order of the menu. */
export const SECTION_LINKS: readonly SectionLink[] = [
  {
    path: paths.map,
    title: 'Mapa',
    text: 'El territorio de su oficina, a pantalla completa si hace falta.',
    icon: 'map',
    access: SCREEN_ACCESS.map,
  },
  {
    path: paths.assign,
    title: 'Asig. Orden(B)',
    text: 'Reparta las órdenes pendientes entre los repartidores.',
    icon: 'assign',
    access: SCREEN_ACCESS.assing,
  },
  {
    path: paths.images,
    title: 'Imagenes',
    text: 'Las fotos que prueban cada entrega.',
    icon: 'images',
    access: SCREEN_ACCESS.images,
  },
  {
    path: paths.permissions,
    title: 'Permiso Usuario',
    text: 'Decida qué secciones ve cada persona de la oficina.',
    icon: 'permissions',
    access: SCREEN_ACCESS.permissions,
  },
  {
    path: paths.clients,
    title: 'Clientes',
    text: 'Busque un cliente y vea todos sus datos.',
    icon: 'clients',
    access: SCREEN_ACCESS.clients,
  },
];
