/** @returns cells copied from a spreadsheet as a file. The mark states the encoding, so that nobody has to choose it. */
export const pastedFile = (text: string): File =>
  new File(['\uFEFF', text], 'Lista pegada.txt', { type: 'text/plain' });
