/** The placeholders of a message to a recipient, such as «Hola {destinatario}», and their meanings. */
export const MESSAGE_WORDS = {
  destinatario: 'Quien recibe',
  repartidor: 'El repartidor',
  /** Replaced by the service, before the phone has the message. */
  empresa: 'Su empresa',
  oficina: 'Su oficina',
  codigo: 'El código de la orden',
  cliente: 'Quien envía',
} as const;

export type MessageWord = keyof typeof MESSAGE_WORDS;

/** Maximum length of the message, before its words are filled in. */
export const MAX_MESSAGE = 500;

/** The message of offices that have not set one. */
export const DEFAULT_MESSAGE =
  'Hola {destinatario}, soy {repartidor}, de {empresa}, y estoy en camino con su pedido {codigo}. ¿Habrá alguien para recibirlo?';

/** @returns the message with the words in braces replaced; unknown ones disappear. */
export const fillMessage = (message: string, words: Readonly<Partial<Record<MessageWord, string>>>): string =>
  message
    .replaceAll(/\{(\w+)\}/g, (_, word: string) =>
      Object.hasOwn(words, word) ? (words[word as MessageWord] ?? '') : '',
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** @returns the first brace of a message that does not belong to a known word, with its text; undefined without one. */
export const unknownWord = (message: string): string | undefined =>
  [...message.matchAll(/\{([^{}]*)\}|[{}]/g)].find(
    ([, word]) => word === undefined || !Object.hasOwn(MESSAGE_WORDS, word),
  )?.[0];
