import Swal from 'sweetalert2/dist/sweetalert2.esm.js';
import 'sweetalert2/dist/sweetalert2.css';
import './sweetalert-looks.css';

/** The only import of the library; without its button styles. */
export const sweetAlert = Swal.mixin({ buttonsStyling: false });
