import Swal from 'sweetalert2/dist/sweetalert2.esm.js';
import 'sweetalert2/dist/sweetalert2.css';
import './sweetalert-looks.css';

/** The only place that knows the library: ours without its buttons' looks. */
export const sweetAlert = Swal.mixin({ buttonsStyling: false });
