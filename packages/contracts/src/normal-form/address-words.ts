/** Words of addresses by their abbreviations. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  avenida: 'av ave avd avda',
  jiron: 'jr jro jron',
  calle: 'ca cl cll clle',
  pasaje: 'pj pje psj psje pas psaje pasj',
  prolongacion: 'prol prolg prolong',
  carretera: 'carr carret crta ctra',
  alameda: 'alam',
  malecon: 'mal malec mlc',
  ovalo: 'ov ovl',
  plaza: 'pza plz',
  parque: 'pq pque pqe',
  panamericana: 'panam',
  urbanizacion: 'urb urbaniz',
  cooperativa: 'coop cooperat',
  asociacion: 'asoc',
  residencial: 'res resid',
  condominio: 'cond condom',
  conjunto: 'conj cjto',
  sector: 'sec sect',
  etapa: 'et etp',
  grupo: 'gr gpo grp',
  manzana: 'mz mza mzna manz',
  lote: 'lt lte lot',
  departamento: 'dpto dpt dep depto dto apto',
  interior: 'int inter',
  oficina: 'of ofi ofic',
  edificio: 'ed edf edif',
  block: 'bl blk blq bloque',
  tienda: 'tda',
  piso: 'pso ps',
  cuadra: 'cdra cdr cuad',
  altura: 'alt',
  esquina: 'esq',
  km: 'kilometro kmt klm',
  fundo: 'fdo',
  general: 'gral',
  coronel: 'cnel crnel crl',
  comandante: 'cmdte cmdt',
  mariscal: 'mcal mrcal',
  almirante: 'alte',
  capitan: 'cap',
  teniente: 'tnte tte',
  doctor: 'dr',
  ingeniero: 'ing',
  santa: 'sta',
  santo: 'sto',
  nuestra: 'ntra',
};

/** The long form of each word that has one, and of each long form itself. */
export const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(ABBREVIATIONS).flatMap(([long, short]) => [long, ...short.split(' ')].map((word) => [word, long])),
);

/** Abbreviations of several words, with dots as blanks: «AA.HH.», «P.J.». */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:aa hh|aahh|a h|ah|asent hum|asentamiento hum|asent humano) /g, ' asentamiento humano '],
  [/ (?:pp jj|ppjj|p j|pueb joven) /g, ' pueblo joven '],
  [/ (?:u v|uv|und vecinal) /g, ' unidad vecinal '],
  [/ (?:c c|cc) /g, ' centro comercial '],
  [/ conj(?:unto)? hab(?:itacional)? /g, ' conjunto habitacional '],
  [/ (?:s n|sin (?:numero|num|nro)) /g, ' sn '],
];

const FLOORS = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto', 'sexto', 'setimo', 'octavo', 'noveno', 'decimo'];

/** @returns the number of a floor in an ordinal: «2do», «segundo»; undefined for another word. */
export function floorOf(word: string): string | undefined {
  const figure = /^(\d{1,2})(?:r?[aeo]|er[ao]?|r[ao]|d[ao]|t[ao]|m[ao]|v[ao]|n[ao])$/.exec(word)?.[1];
  if (figure !== undefined) return figure;
  const named = FLOORS.indexOf(word.replace('septimo', 'setimo').replace(/^(primer|tercer)o$/, '$1'));
  return named < 0 ? undefined : String(named + 1);
}
