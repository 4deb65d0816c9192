import * as z from 'zod/mini';

/** What the trail of a company records, with the text shown. */
export const TRAIL_KINDS = {
  'signIn.ok': 'Ingresó',
  'signIn.failed': 'Ingreso fallido',
  'signIn.throttled': 'Demasiados ingresos fallidos',
  'session.ended': 'Sesión terminada',
  'export.orders': 'Exportó órdenes',
  'export.money': 'Exportó el dinero de un día',
  'export.report': 'Exportó un informe',
  'export.courierTrail': 'Exportó el recorrido de un repartidor',
  'export.clients': 'Exportó clientes',
  'export.trail': 'Exportó el registro',
  'photos.downloaded': 'Descargó fotos',
  'photos.removed': 'Quitó una foto',
  'document.viewed': 'Vio un documento completo',
  'guestLink.created': 'Compartió con un enlace',
  'guestLink.revoked': 'Anuló un enlace',
  'password.changed': 'Cambió su contraseña',
  'password.set': 'Contraseña temporal',
  'password.linkCreated': 'Enlace para nueva contraseña',
  'password.linkUsed': 'Usó el enlace para nueva contraseña',
  'password.linkRevoked': 'Anuló el enlace para nueva contraseña',
  'account.created': 'Creó una cuenta',
  'account.edited': 'Cambió los datos de una cuenta',
  'account.disabled': 'Desactivó una cuenta',
  'account.enabled': 'Activó una cuenta',
  'account.retired': 'Retiró una cuenta',
  'account.moved': 'Cambió una cuenta de oficina',
  'account.erased': 'Quitó el nombre de una persona retirada',
  'permissions.changed': 'Cambió permisos',
  'settings.changed': 'Cambió ajustes',
  'office.created': 'Creó una oficina',
  'office.edited': 'Cambió una oficina',
  'office.closed': 'Cerró una oficina',
  'office.reopened': 'Reabrió una oficina',
  'office.deleted': 'Eliminó una oficina',
  'company.created': 'Creó la empresa',
  'company.edited': 'Cambió la empresa',
  'client.created': 'Creó un cliente',
  'client.edited': 'Cambió un cliente',
  'client.disabled': 'Desactivó un cliente',
  'client.enabled': 'Activó un cliente',
  'client.merged': 'Unió clientes',
  'client.imported': 'Importó clientes',
  'courier.created': 'Creó un repartidor',
  'courier.edited': 'Cambió un repartidor',
  'courier.retired': 'Retiró a un repartidor',
  'courier.imported': 'Importó repartidores',
  'courier.phoneLinked': 'Conectó el teléfono de un repartidor',
  'courier.phoneDisconnected': 'Desconectó el teléfono de un repartidor',
} as const;

export type TrailKind = keyof typeof TRAIL_KINDS;

export const trailKinds = Object.keys(TRAIL_KINDS) as [TrailKind, ...TrailKind[]];

export const trailKind = z.enum(trailKinds);

/** Days that a company keeps its trail: default, and what the command accepts. */
export const TRAIL_DAYS = { usual: 365, least: 30, most: 3650 } as const;
