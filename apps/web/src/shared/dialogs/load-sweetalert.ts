import type Swal from 'sweetalert2';
import { loadPart } from '../http/load-part.ts';

const load = () => import('./sweetalert.ts');

let loading: Promise<typeof Swal> | undefined;

/** Loads the pop-up library and its styles on first use, so that the login page never downloads them. */
export function loadSweetAlert(): Promise<typeof Swal> {
  loading ??= loadPart(load).then(
    ({ sweetAlert }) => sweetAlert,
    (error: unknown) => {
      // Load again for the next pop-up: the server may have been down.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
