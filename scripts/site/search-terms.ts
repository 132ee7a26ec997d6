/** How texts become search terms: the same for the index and for what a reader types. */

/** Words that are in every question and tell nothing. */
const empty = new Set(
  `a all am an and any are as at be been being by can could did do does example for from get give go had has have how i if
  in into is it its just let like make many me more much my need of on only or our own please put shall should show so some
  than that the their them there they this to us use want was we were what when where which who why will with would you
  your`.split(/\s+/),
);

/** `topBoards` as `topBoards`, `top` and `boards`; `4.1.8` and `X-API-KEY` as they are. */
export const termsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}._$-]+/u)
    .map((word) => word.replace(/^[._-]+|[._-]+$/g, ''))
    .flatMap((word) => {
      const parts = word.split(/[-_.]|(?<=\p{Ll})(?=\p{Lu})/u);
      return /^[\d.]+$/.test(word) || parts.length === 1 ? [word] : [word, ...parts];
    })
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && !empty.has(word));

/** The form under which a term is kept: without the endings of a plural. */
export const stemOf = (term: string): string =>
  /\d/.test(term) || term.length < 4
    ? term
    : term.replace(/ies$/, 'y').replace(/(ss|us|is)$|s$/, (end) => (end === 's' ? '' : end));

/** The words of these pages, and what readers type for them. A row stands for plurals, too. */
const synonyms: Readonly<Record<string, string>> = {
  'access permission': 'allowed',
  'all member roster': 'everybody everyone list',
  'allowance 429': 'quota throttle limit',
  'content safety': 'safe',
  'cron every day': 'night nightly daily',
  'csv export': 'spreadsheet excel',
  'damage kill restore': 'crash disk',
  deployment: 'staging',
  'engagement minute': 'spend spent',
  'erase remove': 'delete forget forgotten gdpr',
  explorer: 'chart',
  'fact field row': 'database column postgres',
  'figure metric count': 'number kind statistic',
  framework: 'app',
  'healthz probe': 'alive',
  key: 'password secret token login',
  mail: 'email',
  'media play': 'video watch watched',
  'member user role': 'people person student teacher',
  'node set install': 'computer',
  'today now': 'day date',
  organization: 'customer school',
  'origin cors': 'domain',
  pending: 'missing',
  'performance latency': 'fast slow speed',
  range: 'year',
  'refusal violation 400': 'refused rejected',
  'request repeat': 'asking',
  'retry-after retry pending': 'wait',
  'revoke rotate': 'leak replace',
  runtime: 'windows',
  'sample generate': 'fake',
  'search filter': 'find',
  'seat billing subscription': 'pay paid licence license',
  'service machine': 'server host',
  'sizing store': 'memory ram',
  'stable promise': 'break guarantee',
  'suite verdict': 'check verify correct conform',
  systemd: 'boot',
  'tls proxy': 'certificate https ssl',
  now: 'today',
  'top ranking': 'popular',
  'update version': 'upgrade',
  'visit opening': 'reading',
  'weakness vulnerability': 'hole',
};

const ourWords = new Map(
  Object.entries(synonyms).flatMap(([ours, theirs]) =>
    theirs.split(' ').map((word) => [stemOf(word), ours.split(' ').map(stemOf)] as const),
  ),
);

/** A term that a reader typed, and the words of these pages for it. */
export const meantBy = (term: string): string[] => {
  const stem = stemOf(term);
  return [stem, ...(ourWords.get(stem) ?? [])];
};
