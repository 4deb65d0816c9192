import type Swal from 'sweetalert2';

let loading: Promise<typeof Swal> | undefined;

/** Fetches pop-ups and their looks when the first one is needed; the login page never pays for them. */
export function loadSweetAlert(): Promise<typeof Swal> {
  loading ??= import('./sweetalert.ts').then(
    ({ sweetAlert }) => sweetAlert,
    (error: unknown) => {
      // Try again for the next pop-up: the server may have been away.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
