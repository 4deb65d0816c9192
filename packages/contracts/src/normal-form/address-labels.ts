import { LONG_FORMS } from './address-words.ts';

/** What a word of an address introduces. */
export type LabelKind =
  | 'street'
  | 'area'
  | 'number'
  | 'none'
  | 'km'
  | 'manzana'
  | 'lote'
  | 'block'
  | 'unit'
  | 'cuadra'
  | 'part'
  | 'corner'
  | 'behind'
  | 'opposite'
  | 'note'
  | 'reference'
  | 'district'
  | 'code';

export interface Label {
  kind: LabelKind;
  /** The long form, without accents. */
  long: string;
  /** Words that are also common inside of names count only where a part of the address begins. */
  isWeak: boolean;
}

/** Types of streets that are rarely a word of a name. */
const STRONG_STREETS = 'avenida jiron calle pasaje prolongacion carretera';
const WEAK_STREETS =
  'alameda malecon ovalo plaza parque panamericana autopista paseo via bajada cuesta camino trocha sendero callejon boulevard diagonal peatonal portal escalera plazuela rotonda costanera';
const STRONG_AREAS =
  'urbanizacion aahh ppjj cooperativa asociacion residencial condominio conjunto uv cpm upis lotizacion agrupacion';
const WEAK_AREAS =
  'fundo caserio anexo comunidad programa ampliacion quinta barrio proyecto cc galeria mercado centropoblado parqueindustrial zonaindustrial';

const KINDS: readonly (readonly [LabelKind, string, boolean?])[] = [
  ['street', STRONG_STREETS],
  ['street', WEAK_STREETS, true],
  ['area', STRONG_AREAS],
  ['area', WEAK_AREAS, true],
  ['number', 'nro'],
  ['none', 'sn'],
  ['km', 'km'],
  ['manzana', 'manzana'],
  ['lote', 'lote sublote'],
  ['block', 'block torre edificio', true],
  ['unit', 'departamento interior oficina piso'],
  ['unit', 'tienda local stand puesto nivel cochera altillo azotea sotano habitacion', true],
  ['cuadra', 'cuadra'],
  ['part', 'etapa grupo'],
  ['part', 'sector zona parcela', true],
  ['corner', 'esquina cruce interseccion'],
  ['behind', 'espalda'],
  ['opposite', 'frente'],
  ['note', 'altura costado cerca detras entre pasando paradero'],
  [
    'note',
    'casa porton puerta color tocar rejas fachada llamar dejar entregar timbre vigilante porteria recepcion familia senor senora grifo colegio iglesia bodega farmacia botica ingreso entrada antes ex preguntar recibe horario atras subiendo bajando hotel restaurante',
    true,
  ],
  ['reference', 'referencia'],
  ['district', 'distrito provincia region'],
  ['code', 'codigopostal'],
];

/** Further spellings of the long forms above, of which `addressKey` does not know all. */
const SPELLINGS: Readonly<Record<string, string>> = {
  avenida: 'aven avenda avnida avenid avendia avn avenidas',
  jiron: 'jir jirn giron jrn jiro',
  calle: 'cale cll clle',
  pasaje: 'psaj pasje pasage passaje psg pje pjse pjs pasj',
  prolongacion: 'prl prolon prolongac prolongacio plg',
  carretera: 'carretra ctera carrt',
  boulevard: 'blvd bulevar blv bulevard',
  autopista: 'autop',
  malecon: 'malec',
  plazuela: 'plazoleta pzla',
  urbanizacion: 'urban urbanizac urbanizacio urbaniza urbz urba urbanicacion urbanisacion',
  aahh: 'aahhh aa hh',
  cpm: 'ccpp cp',
  cooperativa: 'cooper coopera',
  asociacion: 'aso asociac asc',
  lotizacion: 'lotiz',
  manzana: 'mnz mzn mzana mnza manza mzza mazana',
  lote: 'ltt lts lotes',
  sublote: 'slt sublt',
  departamento: 'dptos dptto dpo departament depart dp apt apartamento',
  interior: 'intr inte itnerior',
  oficina: 'offic ofc',
  block: 'blok',
  edificio: 'edi edificios',
  tienda: 'tiend',
  local: 'loc',
  puesto: 'pto pst',
  cuadra: 'cuadras cuad qda cda cdras',
  etapa: 'etap',
  esquina: 'esquinas',
  cruce: 'crce cruza',
  interseccion: 'intersec',
  espalda: 'espaldas',
  nro: 'numero num nr nmro nrp',
  km: 'kms',
  paradero: 'pdro parad',
  referencia: 'ref refer refe referencias refencia',
  altura: 'alt altu',
  provincia: 'prov',
  distrito: 'dist',
  senor: 'sr srta',
  senora: 'sra',
  familia: 'fam',
  comunidad: 'com',
  caserio: 'cas',
  zona: 'zn',
  barrio: 'bo brrio',
};

const LABELS = new Map<string, Label>();
for (const [kind, words, isWeak = false] of KINDS)
  for (const long of words.split(' ')) {
    const label = { kind, long, isWeak };
    LABELS.set(long, label);
    for (const word of SPELLINGS[long]?.split(' ') ?? []) LABELS.set(word, label);
  }
for (const [word, long] of LONG_FORMS) {
  const label = LABELS.get(long);
  if (label && !LABELS.has(word)) LABELS.set(word, label);
}

/** @returns what a folded word introduces; undefined for other words. */
export const labelOf = (word: string): Label | undefined => LABELS.get(word);

/** Abbreviations and terms of several words, the longest first, and the label that replaces them. */
export const TERMS: readonly (readonly [readonly string[], string])[] = (
  [
    ['asentamiento humano', 'aahh'],
    ['asent humano', 'aahh'],
    ['asent hum', 'aahh'],
    ['asentamiento hum', 'aahh'],
    ['aa hh', 'aahh'],
    ['a a h h', 'aahh'],
    ['a h', 'aahh'],
    ['ah', 'aahh'],
    ['pueblo joven', 'ppjj'],
    ['pueb joven', 'ppjj'],
    ['pp jj', 'ppjj'],
    ['p j', 'ppjj'],
    ['unidad vecinal', 'uv'],
    ['und vecinal', 'uv'],
    ['u v', 'uv'],
    ['centro comercial', 'cc'],
    ['c c', 'cc'],
    ['centro poblado menor', 'cpm'],
    ['centro poblado', 'cpm'],
    ['c p m', 'cpm'],
    ['c p', 'codigopostal'],
    ['codigo postal', 'codigopostal'],
    ['cod postal', 'codigopostal'],
    ['conjunto habitacional', 'conjunto'],
    ['conj hab', 'conjunto'],
    ['conj habitacional', 'conjunto'],
    ['conjunto residencial', 'conjunto'],
    ['conj residencial', 'conjunto'],
    ['conj res', 'conjunto'],
    ['parque industrial', 'parqueindustrial'],
    ['zona industrial', 'zonaindustrial'],
    ['programa municipal de vivienda', 'programa'],
    ['programa de vivienda', 'programa'],
    ['prog de vivienda', 'programa'],
    ['prog viv', 'programa'],
    ['grupo residencial', 'grupo'],
    ['g r', 'grupo'],
    ['sub lote', 'sublote'],
    ['sub lt', 'sublote'],
    ['s lote', 'sublote'],
    ['s n', 'sn'],
    ['sin numero', 'sn'],
    ['sin nro', 'sn'],
    ['sin num', 'sn'],
    ['cooperativa de vivienda', 'cooperativa'],
    ['coop de vivienda', 'cooperativa'],
    ['coop de viv', 'cooperativa'],
    ['coop viv', 'cooperativa'],
    ['cooperativa viv', 'cooperativa'],
    ['asociacion de vivienda', 'asociacion'],
    ['asociacion pro vivienda', 'asociacion'],
    ['asociacion de propietarios', 'asociacion'],
    ['asoc de vivienda', 'asociacion'],
    ['asoc de viv', 'asociacion'],
    ['asoc viv', 'asociacion'],
    ['asoc pro vivienda', 'asociacion'],
    ['asoc pro viv', 'asociacion'],
    ['asoc de prop', 'asociacion'],
    ['asoc de propietarios', 'asociacion'],
    ['asoc prop', 'asociacion'],
  ] as const
)
  .map(([words, label]) => [words.split(' '), label] as const)
  .toSorted(([one], [other]) => other.length - one.length);

/** Words that join others in a name and are omitted at will: «Jr. de la Unión», «Jr. Unión». */
export const CONNECTORS: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'lo']);

/** Abbreviations inside of names that are not in `LONG_FORMS`. */
export const NAME_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    san: 'sn',
    francisco: 'fco',
    jose: 'jse',
    maria: 'ma',
    senor: 'sr',
    senora: 'sra',
    presidente: 'pdte pte pres',
    virgen: 'virg',
    republica: 'rep',
    universitaria: 'univ universit',
    nuestra: 'nstra',
    hermanos: 'hnos',
    coronel: 'coron',
    comandante: 'cdte cmte',
    mariscal: 'mscal',
    independencia: 'indep',
    nacional: 'nac',
    industrial: 'ind indust',
    panamericana: 'paname',
    circunvalacion: 'circunv',
    evitamiento: 'evit',
    monsenor: 'mons',
    profesor: 'prof',
    fray: 'fr',
    capitan: 'cptan',
    alferez: 'alfz',
    sargento: 'sgto',
    licenciado: 'lic',
  }).flatMap(([long, short]) => short.split(' ').map((word) => [word, long] as const)),
);

const NUMBER_WORDS =
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta'.split(
    ' ',
  );
const ORDINAL_WORDS = 'primer segund tercer cuart quint sext setim octav noven decim'.split(' ');
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ');

/** @returns the figure of a number in words: «veintiocho» as 28; undefined for other words. */
export function figureOf(word: string): string | undefined {
  const at = NUMBER_WORDS.indexOf(word);
  return at < 0 ? undefined : String(at + 1);
}

/** @returns the figure of an ordinal: «2da», «2°», «segunda», «II» as 2; undefined for other words. */
export function ordinalOf(word: string): string | undefined {
  const figure = /^(\d{1,2})(?:°|r?[aeo]|er[ao]?|r[ao]|d[ao]|t[ao]|m[ao]|v[ao]|n[ao])?$/.exec(word)?.[1];
  if (figure !== undefined) return String(Number(figure));
  const stem = word.replace('septim', 'setim').replace(/[ao]$/, '');
  const named = ORDINAL_WORDS.indexOf(stem);
  if (named >= 0) return String(named + 1);
  const roman = ROMANS.indexOf(word);
  return roman < 0 ? undefined : String(roman + 1);
}
