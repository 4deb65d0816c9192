/** The build without injected styles, which the content security policy needs; its types are the package's own. */
declare module 'sweetalert2/dist/sweetalert2.esm.js' {
  export { default } from 'sweetalert2';
}
