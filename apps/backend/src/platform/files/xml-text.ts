const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 cannot represent: control characters and lone surrogates. */
const IMPOSSIBLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu;

/** Escapes text for an XML document. */
export const xmlText = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each);
