import { CONNECTORS, type Label, ordinalOf } from './address-labels.ts';
import { type Token, tokensOf } from './address-tokens.ts';
import { visibleText } from './visible-text.ts';

/** A street, or another way with a name. */
export interface ParsedStreet {
  /** Its type in the long form: «avenida», «jiron», «prolongacion»; empty if the address states none. */
  type: string;
  /** Its name, folded, with connecting words: «jose larco», «28 de julio». */
  name: string;
  /** As written, for people: «Av. José Larco». */
  text: string;
}

/** An urbanización, asentamiento humano, asociación and the like. */
export interface ParsedUrbanisation {
  /** «urbanizacion», «aahh», «ppjj», «asociacion»; empty if the address states none. */
  type: string;
  /** Folded, with connecting words; empty if only its parts are given («Sector 2 Grupo 15»). */
  name: string;
  /** Figures as such: «2» for «2da etapa», «II etapa». */
  etapa?: string;
  grupo?: string;
  sector?: string;
  zona?: string;
  parcela?: string;
  /** As written. */
  text: string;
}

/** The parts of a Peruvian address. Absent parts were not stated. */
export interface ParsedAddress {
  street?: ParsedStreet;
  /** The street at the corner, behind or opposite. */
  crossing?: ParsedStreet;
  relation?: 'esquina' | 'espalda' | 'frente';
  /** Number of the door on its street, without leading zeros: «450», «450A»; «s/n» if the address states that it has none. */
  number?: string;
  /** Kilometre of a road, with a point: «12.5». */
  km?: string;
  /** Block of a street: 5 for the numbers from 500 to 599. */
  cuadra?: string;
  manzana?: string;
  lote?: string;
  /** Block, torre or edificio. */
  block?: string;
  /** Departamento, interior, piso, oficina and the like, with their type: «departamento 301, piso 3». */
  unit?: string;
  urbanisation?: ParsedUrbanisation;
  /** What helps people to find the door, as written. */
  reference?: string;
  /** District, province or department, as written. */
  district?: string;
}

/** Names of districts, provinces and departments, as `plain` returns them. */
export interface AddressAreas {
  /** All names that count as an area where a part of the address consists of it. */
  known: ReadonlySet<string>;
  /** The names of the order's own areas, which are removed from the end of a part: «Urb. Los Pinos Comas». */
  own: ReadonlySet<string>;
}

const NO_AREAS: AddressAreas = { known: new Set(), own: new Set() };

/** Addresses of orders have up to 240 characters. */
const MAX_CHARACTERS = 500;

/** Telephones, e-mail addresses and documents, which are no numbers of doors. */
const NOT_ADDRESS: readonly RegExp[] = [
  /\S{1,60}@\S{1,60}/g,
  /(?:tel[eé]fonos?|tel[eé]f|telf?|cel(?:ular)?|fono|fijo|m[oó]vil|whats ?app|wsp|wa|dni|ruc)\b[ .:#°º\-n]{0,6}\+?\(?\d[\d ().-]{3,18}\d/giu,
  /(?:\+ ?51[ -]?|\b0051[ -]?|\b51[ -]?)?\b9\d{2}[ .-]?\d{3}[ .-]?\d{3}\b/g,
  /\(0\d{1,2}\) ?\d{3}[ -]?\d{3,4}\b|\b0[1-8]\d?[ -]\d{3}[ -]?\d{3,4}\b|\b\d{3}-\d{4}\b/g,
  /\b\d{6,}\b/g,
];

const MONTHS = /^(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|se[pt]{1,2}iembre|octubre|noviembre|diciembre)$/;
const NUMBER = /^\d{1,5}[a-z]?$/;
/** Words after a number that are not its letter: «450 a la espalda». */
const AFTER_LETTER = /^(?:la|una|media|dos|tres|lado|espaldas?|altura|cuadras?|metros|mts|\d+|el|los|las)$/;

/** Notes that name another place: the street or lot that follows is not that of the address. */
const BESIDE =
  /^(?:frente|espalda|altura|costado|lado|cerca|detras|atras|entre|pasando|antes|ex|paradero|ingreso|entrada|subiendo|bajando|distance|street)$/;

/** What is a part of the address also behind «frente al parque» without a comma. */
const ENDS_NOTE = /^(?:street|manzana|lote|area|unit|reference|code)$/;

/** Words at the end of a part that joined it with what followed. */
const JOINS = /^(?:y|con|de|del|a|al|en|e)$/;

type SlotKind = 'street' | 'crossing' | 'area' | 'free' | 'note';

interface Slot {
  kind: SlotKind;
  type: string;
  /** Tokens of its name. */
  words: Token[];
  start: number;
}

/** Words before which an area's name belongs to another one: «Nuevo Trujillo», «Próceres de la Independencia». */
const KEEPS_AREA = /^(?:del?|l[ao]s?|el|alt[ao]|bajo|nuev[ao]|gran|viejo)$/;

/** @returns the key of an area's name: «sjl» for «S.J.L.», «lima» for «Lima 27», an old postal code. */
function areaKey(words: readonly Token[]): string {
  const parts = words.map(({ word }) => word);
  if (parts.length > 1 && /^\d{1,2}$/.test(parts.at(-1) ?? '')) parts.pop();
  return parts.join(parts.every((word) => word.length === 1) ? '' : ' ');
}

/** @returns whether nothing of a name has been read except words that join others. */
const isUnnamed = (words: readonly Token[]): boolean => words.every(({ word }) => CONNECTORS.has(word));

/** @returns a number, block or lot as it is compared: «04» as «4». */
const codeOf = (word: string): string => word.replace(/^0+(?=\d)/, '').toUpperCase();

/** Reads an address from its beginning to its end, once. */
class AddressReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #areas: AddressAreas;
  readonly #found: ParsedAddress = {};
  readonly #units: string[] = [];
  readonly #notes: [number, number][] = [];
  /** Parts without a label, and whether they follow a street with its number, or a lot. */
  readonly #rest: { words: Token[]; isAfterDoor: boolean }[] = [];
  readonly #parts: Partial<Record<'etapa' | 'grupo' | 'sector' | 'zona' | 'parcela', string>> = {};
  #area: { type: string; words: Token[]; start: number } | undefined;
  #slot: Slot | undefined;
  #relation: ParsedAddress['relation'];
  #at = 0;

  constructor(text: string, areas: AddressAreas) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#areas = areas;
  }

  read(): ParsedAddress {
    while (this.#at < this.#tokens.length) this.#step();
    this.#close();
    return this.#result();
  }

  #token(offset = 0): Token | undefined {
    return this.#tokens[this.#at + offset];
  }

  /** @returns the word there; empty at the end. */
  #word(offset = 0): string {
    return this.#token(offset)?.word ?? '';
  }

  /** @returns what is between the token before and the current one. */
  get #between(): string {
    return this.#text.slice(this.#token(-1)?.end ?? 0, this.#token()?.start);
  }

  /** Opens a note with the current token. */
  #note(type: string): true {
    const token = this.#token()!; // oxlint-disable-line typescript/no-non-null-assertion
    this.#open('note', type, token.start);
    this.#push(token);
    return true;
  }

  #addDistrict(words: readonly Token[]): void {
    if (words.length === 0) return;
    const text = this.#text.slice(words[0]?.start, words.at(-1)?.end);
    this.#found.district = this.#found.district === undefined ? text : `${this.#found.district}, ${text}`;
  }

  #step(): void {
    const token = this.#token()!; // oxlint-disable-line typescript/no-non-null-assertion
    const before = this.#token(-1);
    const slot = this.#slot;
    if (slot && (token.gap === 'break' || token.depth !== (before?.depth ?? 0))) {
      const isEmpty = slot.words.length === 0 && (slot.kind === 'street' || slot.kind === 'area');
      const isReference = slot.kind === 'note' && slot.type === 'referencia' && token.depth >= (before?.depth ?? 0);
      if (!isEmpty && !isReference) this.#close();
    }
    if (this.#slot?.kind === 'note' && this.#slot.type === 'referencia') this.#push(token);
    else if (!this.#readLabel(token) && !this.#readNumber(token)) this.#push(token);
  }

  #push(token: Token): void {
    this.#slot ??= { kind: 'free', type: '', words: [], start: token.start };
    this.#slot.words.push(token);
    this.#at++;
  }

  #open(kind: SlotKind, type: string, start: number): void {
    this.#close();
    this.#slot = { kind, type, words: [], start };
  }

  /** A number, block or lot ends the name of the street. */
  get #hasDoor(): boolean {
    const { number, lote, manzana, km } = this.#found;
    return (number ?? lote ?? manzana ?? km) !== undefined;
  }

  #readLabel(token: Token): boolean {
    const { label } = token;
    const slot = this.#slot;
    if (slot?.kind === 'note' && (!ENDS_NOTE.test(label?.kind ?? '') || this.#isBeside(slot, label))) return false;
    const isNaming = slot !== undefined && /^(?:street|crossing|area)$/.test(slot.kind);
    const isNameless = isNaming && isUnnamed(slot.words);
    if (!isNameless && (this.#readOrdinal(token) || this.#readDistance(token) || this.#readShortLot(token)))
      return true;
    if (!isNameless && this.#readConjunction(token, isNaming)) return true;
    if (!label) return token.word === 'l' && this.#readLot(token);
    const { kind, long, isWeak } = label;
    // The first word of a name may be any of these: «Jr. Sn. Martín», «Calle Casa Blanca», «Jr. Torre Tagle».
    if (isNameless && /^(?:none|block|cuadra|corner|behind|opposite|note)$/.test(kind)) return false;
    const begins = slot === undefined || (token.gap === 'break' && slot.words.length === 0);
    // «Av. Víctor Raúl Haya de la Torre 1806»: the last word of the name, not a tower.
    const isWord = isWeak && isNaming && (CONNECTORS.has(this.#word(-1)) || !this.#hasCode(1));
    switch (kind) {
      case 'street':
        return this.#readStreet(token, label, begins, isNameless);
      case 'area':
        // «Urb. Residencial San Felipe»: the second is part of the name.
        if (isNameless || (isWeak && !begins && slot.kind !== 'free')) return false;
        return this.#readArea(token, long);
      case 'number':
        this.#at++;
        return true;
      case 'none':
        this.#endName();
        this.#found.number ??= 's/n';
        this.#at++;
        return true;
      case 'km':
        return this.#readKm();
      case 'manzana':
      case 'lote':
        return this.#readCode(kind);
      case 'block':
        return !isWord && this.#readBlock(label);
      case 'unit':
        return !isWord && (!isNameless || long === 'departamento') && this.#readUnit(label);
      case 'cuadra':
        return this.#readCuadra();
      case 'part':
        return (!isNameless || (slot.kind === 'area' && this.#hasCode(1))) && this.#readPart(label);
      case 'corner':
        if (isNaming || this.#found.street) return this.#corner();
        this.#close();
        this.#relation = 'esquina';
        this.#skip(['de', 'del', 'con', 'entre', 'la']);
        return true;
      case 'behind':
      case 'opposite':
        return this.#readRelation(kind === 'behind' ? 'espalda' : 'frente');
      case 'note':
        if (isNaming && (isWeak || CONNECTORS.has(this.#word(-1)))) return false;
        this.#dropPrefix();
        return this.#note(long);
      case 'reference':
        return this.#note('referencia');
      case 'district':
        if (isNaming && token.gap !== 'break') return false;
        this.#open('free', 'district', token.start);
        this.#skip(['de', 'del']);
        return true;
      case 'code':
        return this.#readArea(token, 'cpm');
    }
  }

  /** @returns whether a block or lot belongs to the note before it: «frente a la Mz. C Lt. 5», but «frente al parque Mz. C». */
  #isBeside({ type, words }: Slot, label: Label | undefined): boolean {
    if (label?.kind === 'lote' && words.some(({ label: before }) => before?.kind === 'manzana')) return true;
    const isNext = words.length === 1 || /^(?:a|al|de|del|la|con)$/.test(words.at(-1)?.word ?? '');
    return (label?.kind === 'manzana' || label?.kind === 'lote') && isNext && BESIDE.test(type);
  }

  /** «Av. Brasil con Jr. Ica»; «esquina de Av. Brasil y Jr. Ica». */
  #readConjunction({ word }: Token, isNaming: boolean): boolean {
    const isCorner = this.#relation !== undefined && isNaming && !this.#found.crossing;
    if (!(word === 'con' && (isCorner || this.#token(1)?.label?.kind === 'street')) && !(word === 'y' && isCorner))
      return false;
    if (this.#slot?.kind === 'free' && !this.#found.street) this.#slot.kind = 'street';
    return this.#corner();
  }

  #readArea(token: Token, type: string): boolean {
    // «CP 15074» is a postal code, «C.P. Huaycán» a centro poblado.
    const isPostal = type === 'cpm' && /^\d{4,6}$/.test(this.#word(1));
    if (isPostal) this.#close();
    else this.#open('area', type, token.start);
    this.#at += isPostal ? 2 : 1;
    // «Asoc. Pro Viv. Las Lomas», «Coop. de Vivienda Las Lomas».
    if (/^(?:asociacion|cooperativa|programa)$/.test(type))
      while (/^(?:de|pro|municipal|viv|viviendas?|prop|propietarios)$/.test(this.#word())) this.#at++;
    return true;
  }

  /** «a 2 cuadras del parque», «a media cuadra», «50 metros». */
  #readDistance(token: Token): boolean {
    const offset = token.word === 'a' ? 1 : 0;
    const [amount, unit] = [this.#token(offset), this.#token(offset + 1)];
    const isAmount = /^(?:\d{1,4}|una?|media|dos|tres|cuatro|pocas|unos|pocos)$/.test(amount?.word ?? '');
    const isUnit = /^(?:c(?:ua)?dras?|metros?|mts?|pasos|minutos|min|casas|puertas|paraderos)$/.test(unit?.word ?? '');
    if (!isAmount || !isUnit || this.#slot?.kind === 'note' || NUMBER.test(this.#word(offset + 2))) return false;
    this.#note('distance');
    this.#slot?.words.push(...this.#tokens.slice(this.#at, this.#at + offset + 1));
    this.#at += offset + 1;
    return true;
  }

  /** «Urb. Magisterio N-8»: the block N and its lot 8. */
  #readShortLot(token: Token): boolean {
    const lot = this.#token(1);
    const isLot =
      !token.label && /^[a-z]{1,2}$/.test(token.word) && lot?.gap === 'hyphen' && /^\d{1,3}[a-z]?$/.test(lot.word);
    if (!isLot || token.gap === 'hyphen' || this.#hasDoor || !(this.#slot ?? this.#area ?? this.#found.street))
      return false;
    if (this.#slot?.kind === 'note' || this.#slot?.words.length === 0) return false;
    if (this.#slot?.kind === 'free' && !this.#area) this.#slot.kind = 'area';
    this.#close();
    this.#at += 2;
    this.#found.manzana = token.word.toUpperCase();
    this.#found.lote = codeOf(lot.word);
    return true;
  }

  /** Goes past the current token and the following ones of these words. */
  #skip(words: readonly string[]): void {
    do this.#at++;
    while (words.includes(this.#word()) && this.#token()?.gap !== 'break');
  }

  /** Removes «a», «a la», «al» from the end of the name before «espalda», «altura». */
  #dropPrefix(): void {
    const words = this.#slot?.words;
    while (words && /^(?:a|al|la|de|las|el)$/.test(words.at(-1)?.word ?? '')) words.pop();
    if (words?.length === 0 && this.#slot?.kind === 'free') this.#slot = undefined;
  }

  #readStreet(token: Token, label: Label, begins: boolean, isNameless: boolean): boolean {
    const slot = this.#slot;
    // «costado de Av. Grau 12» remains a note, «Entregar en Av. Grau 12» does not.
    if (slot?.kind === 'note' && (label.isWeak || this.#found.street || BESIDE.test(slot.type))) return false;
    const isTyped = slot?.kind === 'street' || slot?.kind === 'crossing';
    if (isTyped && isNameless) {
      // «Prolongación Av. Iquitos», «Av. Prolongación Iquitos».
      if (slot.words.length === 0 && label.long === 'prolongacion') slot.type = label.long;
      else if (slot.words.length > 0 || slot.type !== 'prolongacion') return false;
      this.#at++;
      return true;
    }
    if (slot?.kind === 'area' && isNameless) return false;
    if (label.isWeak && !begins && (slot?.kind !== 'free' || slot.words.length > 0)) return false;
    if (token.depth > 0 && this.#found.street) return this.#note('street');
    const { number, manzana, lote } = this.#found;
    if (this.#found.street && !this.#relation && (number ?? manzana ?? lote) !== undefined) return this.#note('street');
    if (slot?.kind === 'street') this.#close();
    if (this.#relation && (this.#found.street || this.#relation !== 'esquina'))
      this.#open('crossing', label.long, token.start);
    // «Av. Brasil / Jr. Puno», «Av. Brasil y Jr. Puno» are corners; after a comma it may be anything.
    else if (this.#found.street && !this.#found.crossing && (/[/\-–]/.test(this.#between) || this.#word(-1) === 'y')) {
      this.#relation ??= 'esquina';
      this.#open('crossing', label.long, token.start);
    } else this.#open('street', label.long, token.start);
    this.#at++;
    return true;
  }

  #corner(): true {
    this.#dropPrefix();
    this.#close();
    this.#relation = 'esquina';
    this.#skip(['de', 'del', 'con', 'la', 'el', 'y']);
    const next = this.#token();
    if (this.#found.street && next && !next.label) this.#open('crossing', '', next.start);
    return true;
  }

  #readRelation(relation: 'espalda' | 'frente'): boolean {
    if (this.#slot?.kind === 'note') return false;
    this.#dropPrefix();
    this.#close();
    let ahead = 1;
    while (/^(?:a|al|de|del|la|el|los)$/.test(this.#word(ahead))) ahead++;
    const target = this.#token(ahead);
    if (target?.label?.kind === 'street' && target.label.long !== 'parque' && target.label.long !== 'plaza') {
      this.#relation = relation;
      this.#at += ahead;
      this.#open('crossing', target.label.long, target.start);
      this.#at++;
      return true;
    }
    return this.#note(relation);
  }

  /** «2da etapa», «II sector», «3er piso», «5 cuadra»: figures before their word. */
  #readOrdinal(token: Token): boolean {
    const next = this.#token(1);
    const figure = next && next.gap !== 'break' ? ordinalOf(token.word) : undefined;
    const label = next?.label;
    if (figure === undefined || (label?.kind !== 'part' && label?.long !== 'piso' && label?.long !== 'nivel'))
      return false;
    // «grupo 2 etapa 3»: the figure belongs to the word before it, which has read it. «Mz. 2 sector 5».
    const after = this.#token(2);
    const isFigureAfter =
      after && after.gap !== 'break' && ordinalOf(after.word) !== undefined && /^\d+$/.test(after.word);
    if (isFigureAfter && /^\d+$/.test(token.word) && label.long !== 'piso') return false;
    this.#endName(label.kind === 'part' ? 'area' : 'street');
    this.#at += 2;
    if (label.kind === 'part') this.#parts[label.long as 'etapa'] ??= figure;
    else this.#units.push(`piso ${figure}`);
    return true;
  }

  /** Ends the name before a number or a label. */
  #endName(kind: 'street' | 'area' = 'street'): void {
    const isName = this.#slot?.kind === 'free' && this.#slot.type === '' && this.#slot.words.length > 0;
    if (isName && this.#slot && !this.#hasDoor && !(kind === 'street' ? this.#found.street : this.#area))
      this.#slot.kind = kind;
    this.#close();
  }

  #hasCode(offset: number): boolean {
    const token = this.#token(offset);
    const isMark = token?.label?.kind === 'number';
    const code = isMark ? this.#token(offset + 1) : token;
    return code !== undefined && /^(?:[a-z]?\d{1,5}[a-z]?|[a-z]\d{0,3}'?|[ivx]{2,4})$/.test(code.word);
  }

  /**
   * @param isLettered whether «A-12» is one code, as of stands.
   * @returns a number, letter or both at the current position, which is moved past it.
   */
  #code(isLettered = false): string | undefined {
    if (this.#token()?.label?.kind === 'number') this.#at++;
    const token = this.#token();
    if (!token || !/^(?:\d{1,5}[a-z]{0,2}|[a-zñ]{1,2}'?\d{0,3}[a-z]?'?)$/.test(token.word)) return undefined;
    if (token.label || CONNECTORS.has(token.word)) return undefined;
    // «tienda 1er piso»
    const isOrdinal = /\d(?:[a-z]{2}|°)$/.test(token.word);
    if (isOrdinal && /^(?:unit|part)$/.test(this.#token(1)?.label?.kind ?? '')) return undefined;
    this.#at++;
    let code = token.word;
    const next = this.#token();
    if (isLettered && next?.gap === 'hyphen' && /^[a-z]$/.test(code) && /^\d{1,4}$/.test(next.word)) {
      this.#at++;
      return (code + next.word).toUpperCase();
    }
    const after = this.#token(1);
    // «450-A», «450 A», «450 - A»
    const isClose = next?.gap === 'hyphen' || next?.gap === 'space';
    const isDashed = this.#between === ' - ' && (!after || after.gap === 'break');
    const isLetter = next !== undefined && /^\d+$/.test(code) && /^[a-km-xz]$/.test(next.word);
    if (isLetter && (isDashed || (isClose && this.#isLetterOfNumber(next)))) {
      code += next.word;
      this.#at++;
    }
    return codeOf(code);
  }

  #isLetterOfNumber(letter: Token): boolean {
    const after = this.#token(1);
    if (letter.word === 'm' && /^[a-z]\d?$/.test(after?.word ?? '')) return false;
    // «1632 S.J.L.»
    if (/^[a-z]$/.test(after?.word ?? '') && letter.gap === 'space' && after?.gap !== 'break') return false;
    return !(letter.gap === 'space' && after?.gap === 'space' && AFTER_LETTER.test(after.word));
  }

  #readCode(kind: 'manzana' | 'lote'): boolean {
    const slot = this.#slot;
    const isFree = slot?.kind === 'free' && slot.type === '';
    // «Los Pinos Mz. B»: the name of an urbanización.
    if (isFree && slot.words.length > 0 && !this.#area && !this.#hasDoor) slot.kind = 'area';
    this.#close();
    this.#at++;
    const code = this.#code();
    if (code === undefined) return true;
    if (kind === 'manzana') this.#readBlockOfLots(code);
    else {
      this.#found.lote ??= code;
      this.#skipMore();
      // «Lote 4 de la Mz. B»
      if (/^ de (?:la )?m/i.test(this.#text.slice(this.#token(-1)?.end))) this.#at += this.#word(1) === 'la' ? 2 : 1;
    }
    return true;
  }

  /** After a block: «B-4 Lt. 2» is the block B4; «B-4» is lot 4 of the block B. */
  #readBlockOfLots(code: string): void {
    const [next, after] = [this.#token(), this.#token(1)];
    const isFigure = next !== undefined && next.gap !== 'break' && /^\d{1,4}[a-z]?$/.test(next.word);
    const isOfBlock = after?.label?.kind === 'lote' || after?.word === 'l';
    if (isFigure && (isOfBlock || after?.label?.kind !== 'part' || next.gap === 'hyphen')) {
      this.#at++;
      if (isOfBlock) this.#found.manzana ??= code + codeOf(next.word);
      else this.#found.lote ??= codeOf(next.word);
    }
    this.#found.manzana ??= code;
  }

  /** «Mz B L 4»: a single «L» after a block. */
  #readLot({ gap }: Token): boolean {
    const isLot = this.#found.manzana !== undefined && this.#found.lote === undefined && gap !== 'none';
    return isLot && /^\d{1,4}[a-z]?$/.test(this.#word(1)) && this.#readCode('lote');
  }

  #readKm(): boolean {
    if (!/^\d/.test(this.#word(1))) return false;
    this.#endName();
    const km = this.#word(1);
    this.#at += 2;
    const hasDecimals = /^(?:[.,]| ?\+ ?)$/.test(this.#between) && /^\d{1,3}$/.test(this.#word());
    this.#found.km ??= String(Number(hasDecimals ? `${km}.${this.#word()}` : km) || km);
    if (hasDecimals) this.#at++;
    return true;
  }

  #readBlock({ long }: Label): boolean {
    this.#endName();
    this.#at++;
    const code = this.#code(true);
    if (code !== undefined) {
      this.#found.block ??= code;
      // «Block 12 - 301»
      const flat = this.#token();
      const isFlat = flat && /^ ?[-–] ?$/.test(this.#between);
      if (isFlat && NUMBER.test(flat.word)) this.#units.push(this.#code()?.toLowerCase() ?? '');
      return true;
    }
    const words: string[] = [];
    for (
      let next = this.#token();
      next && next.gap !== 'break' && !next.label && !NUMBER.test(next.word);
      next = this.#token()
    ) {
      words.push(next.word);
      this.#at++;
    }
    if (words.length > 0) this.#found.block ??= words.join(' ');
    else this.#units.push(long);
    return true;
  }

  #readUnit({ long }: Label): boolean {
    this.#endName();
    const { start } = this.#token() ?? { start: 0 };
    this.#at++;
    const code = this.#code(true);
    if (code !== undefined) {
      this.#skipMore();
      this.#units.push(`${long} ${code.toLowerCase()}`);
    } else if (long === 'departamento' && this.#word() === 'de') {
      this.#at--;
      this.#open('free', 'district', start);
      this.#skip(['de']);
    } else this.#units.push(long);
    return true;
  }

  /** Goes past the others of several: «Of. 501-502», «Lt. 4 y 5». */
  #skipMore(): void {
    const isRange = NUMBER.test(this.#word()) && /^ ?[-–/] ?$/.test(this.#between);
    const isList = /^[ye]$/.test(this.#word()) && NUMBER.test(this.#word(1));
    if (isRange || isList) this.#at += isList ? 2 : 1;
  }

  #readCuadra(): boolean {
    this.#endName();
    this.#at += this.#token(1)?.label?.kind === 'number' ? 2 : 1;
    if (!/^\d{1,2}$/.test(this.#word())) return true;
    this.#found.cuadra ??= String(Number(this.#word()));
    this.#at++;
    if (this.#word() === 'de') this.#skip(['la', 'el']);
    return true;
  }

  #readPart({ long, isWeak }: Label): boolean {
    const next = this.#token(1);
    const word = next?.label?.kind === 'number' ? this.#token(2) : next;
    const value = word && word.gap !== 'break' ? partValue(word.word) : undefined;
    if (value === undefined) return isWeak ? false : (this.#endName('area'), this.#at++, true);
    this.#endName('area');
    this.#at += word === next ? 2 : 3;
    const letter = this.#token();
    const hasLetter =
      letter &&
      /^\d+$/.test(value) &&
      letter.gap !== 'break' &&
      /^[a-d]$/.test(letter.word) &&
      this.#isLetterOfNumber(letter);
    if (hasLetter) this.#at++;
    this.#parts[long as 'etapa'] ??= value + (hasLetter ? letter.word : '');
    return true;
  }

  #readNumber(token: Token): boolean {
    const slot = this.#slot;
    if (!NUMBER.test(token.word) || slot?.kind === 'note' || slot?.type === 'district') return false;
    const { number, lote, street } = this.#found;
    const isMarked = this.#token(-1)?.label?.kind === 'number';
    const isStreet = slot?.kind === 'street' || slot?.kind === 'crossing';
    const isArea = slot?.kind === 'area';
    // Names: «Calle 7», «28 de Julio 455», «Urb. Santa Rosa 2».
    if ((isStreet || isArea) && isUnnamed(slot.words)) return false;
    if (!this.#hasDoor && this.#word(1) === 'de' && MONTHS.test(this.#word(2))) return false;
    if (isArea && !isMarked && !street && /^\d{1,2}$/.test(token.word)) return false;
    if (!isMarked && /^\d{5}$/.test(token.word) && (this.#hasDoor || !slot)) return this.#drop([]);
    if (number !== undefined) return this.#further(token, number);
    // «Av. Brasil con Jr. Ica 450» does not say of which of the two.
    if (slot?.kind === 'crossing') return this.#drop(this.#notes, [token.start, token.end]);
    if (lote !== undefined && !isMarked && !isStreet) return false;
    if (slot?.kind === 'free' && !this.#area && this.#found.manzana === undefined && !street) slot.kind = 'street';
    this.#close();
    if (!this.#found.street && !this.#area) return this.#drop(this.#rest, { words: [token], isAfterDoor: false });
    this.#found.number = this.#code() ?? token.word;
    if (this.#word() !== 'bis') return true;
    this.#found.number += 'BIS';
    return this.#drop([]);
  }

  /** Goes past the current token, and files something about it. */
  #drop<T>(list: T[], ...items: T[]): true {
    this.#close();
    list.push(...items);
    this.#at++;
    return true;
  }

  /** A second number: the end of a range («450-456»), or a flat («1234 - 501»). */
  #further({ word }: Token, number: string): boolean {
    if (!NUMBER.test(this.#word(-1)) || !/[-/–]/.test(this.#between)) return false;
    const step = Number.parseInt(word, 10) - Number.parseInt(number, 10);
    return step < 0 || step > 60 ? this.#drop(this.#units, word) : this.#drop([]);
  }

  /** Files what the open slot contains. */
  #close(): void {
    const slot = this.#slot;
    this.#slot = undefined;
    if (!slot) return;
    const least = slot.type === '' ? 0 : 1;
    const isNote = slot.kind === 'note';
    while (!isNote && slot.words.length > least && JOINS.test(slot.words.at(-1)?.word ?? '')) slot.words.pop();
    const last = slot.words.at(-1);
    if (!last) {
      if (slot.type.endsWith('industrial')) this.#area ??= slot;
    } else if (isNote || (slot.kind === 'area' && this.#area)) this.#notes.push([slot.start, last.end]);
    else if (slot.kind === 'free' && slot.type === 'district') this.#addDistrict(slot.words);
    else if (slot.kind === 'free') this.#rest.push({ words: slot.words, isAfterDoor: this.#hasDoor });
    else if (slot.kind === 'area') this.#area = { ...slot, words: this.#named(slot.words) };
    else this.#closeStreet(slot);
  }

  /** @returns the words of a name, without those of its own areas, which are filed. */
  #named(words: Token[]): Token[] {
    const [name, own] = this.#withoutOwn(words);
    this.#addDistrict(own);
    return name;
  }

  #closeStreet(slot: Slot): void {
    // The number that follows separates a name from what it may end in.
    const isNumbered = NUMBER.test(this.#word()) || this.#token()?.label?.kind === 'number';
    const words = isNumbered ? slot.words : this.#named(slot.words);
    const last = words.at(-1)!; // oxlint-disable-line typescript/no-non-null-assertion
    const street: ParsedStreet = {
      type: slot.type,
      name: words.map(({ word }) => word).join(' '),
      text: this.#text.slice(slot.start, last.end).trim(),
    };
    if (slot.kind === 'crossing') {
      if (this.#found.crossing) this.#notes.push([slot.start, last.end]);
      else {
        this.#found.crossing = street;
        if (this.#relation) this.#found.relation = this.#relation;
      }
    } else if (!this.#found.street) this.#found.street = street;
    else if (isNumbered && this.#found.number === undefined && this.#found.manzana === undefined) {
      // «Carretera Central km 8, Av. Las Torres 123»: the street with the number is that of the door.
      this.#notes.push([this.#streetStart, this.#streetStart + this.#found.street.text.length]);
      this.#found.street = street;
      delete this.#found.km;
    } else {
      this.#notes.push([slot.start, last.end]);
      return;
    }
    if (slot.kind === 'street') this.#streetStart = slot.start;
  }

  #streetStart = 0;

  /** @returns the words of a name without its own areas at the end, and those. */
  #withoutOwn(words: Token[], least = 1): [Token[], Token[]] {
    const { own } = this.#areas;
    for (let length = Math.min(5, words.length - least); length > 0; length--) {
      const tail = words.slice(-length);
      if (!own.has(areaKey(tail)) || KEEPS_AREA.test(words.at(-length - 1)?.word ?? '')) continue;
      const [before, others] = this.#withoutOwn(words.slice(0, -length), least);
      return [before, [...others, ...tail]];
    }
    return [words, []];
  }

  /** @returns whether words name a district, province or department, also with an old postal code: «Lima 27». */
  #isKnown(words: readonly Token[]): boolean {
    const key = areaKey(words);
    return this.#areas.known.has(key) || this.#areas.own.has(key) || key === 'peru';
  }

  /** Decides what the parts without a label are: an urbanización, the district, or a reference. */
  #settle(): void {
    const rest = this.#rest.filter(({ words }) => words.length > 0);
    const knows = this.#areas.known.size > 0;
    const last = rest.at(-1);
    for (const part of rest) {
      const [words, own] = this.#withoutOwn(part.words, 0);
      const all = words.length === 0 || this.#isKnown(part.words);
      this.#addDistrict(all ? part.words : own);
      if (all) continue;
      const isLast = part === last && part.isAfterDoor && !knows && (rest.length > 1 || words[0]?.gap === 'break');
      const isName = words.every(({ word }) => /^\p{L}+$/u.test(word));
      if (isLast && isName) this.#addDistrict(words);
      else if (!this.#area && this.#found.manzana !== undefined && isName)
        this.#area = { type: '', words: [...words], start: words[0]?.start ?? 0 };
      else this.#notes.push([words[0]?.start ?? 0, words.at(-1)?.end ?? 0]);
    }
  }

  #result(): ParsedAddress {
    this.#settle();
    const found = this.#found;
    if (this.#units.length > 0) found.unit = this.#units.join(', ');
    if (this.#area || Object.keys(this.#parts).length > 0) {
      const { type = '', words = [], start = 0 } = this.#area ?? {};
      found.urbanisation = {
        type,
        name: words.map(({ word }) => word).join(' '),
        ...this.#parts,
        text: this.#text.slice(start, words.at(-1)?.end ?? start).trim(),
      };
    }
    const notes = this.#notes
      .toSorted(([one], [other]) => one - other)
      .map(([from, to]) =>
        this.#text
          .slice(from, to)
          .replace(/^ref(?:erencia)?s?[.:\s]+/iu, '')
          .trim(),
      )
      .filter((note) => note !== '');
    if (notes.length > 0) found.reference = notes.join(', ');
    return found;
  }
}

/** @returns the value of a part: a figure for ordinals and romans, otherwise a letter or short code. */
function partValue(word: string): string | undefined {
  const figure = /^\d{1,3}[a-z]?$/.test(word) ? word.replace(/^0+(?=\d)/, '') : ordinalOf(word);
  return figure ?? (/^[a-z]\d{0,2}$/.test(word) ? word : undefined);
}

/**
 * Reads the parts of a Peruvian address as people write it.
 * @param areas names of districts and the like, without which only a part at the end counts as district.
 * @returns its parts; an empty object for text that states none. Never throws. Reads the first 500 characters.
 */
export function parseAddress(text: string, areas: AddressAreas = NO_AREAS): ParsedAddress {
  let address = visibleText(text.slice(0, MAX_CHARACTERS));
  for (const pattern of NOT_ADDRESS) address = address.replace(pattern, (found) => ',' + ' '.repeat(found.length - 1));
  return new AddressReader(address.replace(/[ºª]/g, '°'), areas).read();
}
