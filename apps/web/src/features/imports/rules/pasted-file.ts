/** @returns cells copied from a spreadsheet as a file. The byte order mark states the encoding. */
export const pastedFile = (text: string): File =>
  new File(['\uFEFF', text], 'Lista pegada.txt', { type: 'text/plain' });
