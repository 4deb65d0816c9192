/** The build without injected styles, as the content security policy requires; with the types of the package. */
declare module 'sweetalert2/dist/sweetalert2.esm.js' {
  export { default } from 'sweetalert2';
}
