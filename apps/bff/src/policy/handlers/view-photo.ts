import { type Call } from '../policy.ts';
import { exportFields } from './export-fields.ts';

/** Logs who opened a photo. Thumbnails are part of lists, of which a page may show hundreds. */
export function logPhotoView({ req, params, query, services }: Call<'evidence.file', 'security'>): void {
  if (query.medida === 'mini') return;
  services.security.log('photo.viewed', {
    ...exportFields(req, services.security, query.officeId),
    photo: params.id,
  });
}
