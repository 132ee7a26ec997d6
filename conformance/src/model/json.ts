/** The value at a path of member names and positions, or `undefined`. Total on any value. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    // Own members only: a path must not find what every object inherits.
    if (!Object.hasOwn(here, step)) return undefined;
    here = (here as Readonly<Record<string | number, unknown>>)[step];
  }
  return here;
};

/** The elements of a list; of anything else, none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** True for an object that is no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values inside lists and objects, at any depth. */
export const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

/** A whole number that is not negative. */
export const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0;

/** A text as it is, anything else as `null`. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** No answer of the API nests deeper than a dozen levels; readers of JSON go down one call a level. */
const depthMax = 100;

/**
 * The most values of an answer. A value takes about 70 bytes, and a run keeps 8 boards and users, and up to 120
 * answers with figures or rows, of which none needs a tenth of this: 1.5 GiB in all at worst.
 */
const valuesMax = { metrics: 50_000, roster: 50_000, other: 2_000_000 };

const asText = { value: () => '[object Object]' };

/** Why JSON is not read: it is deeper or larger than anything of this API. */
export type Unread = 'nested too deep' | 'too many values';

/** Checks depth and size, and lets `String` and `Number` read objects whose members shadow methods. */
const whyUnread = (root: unknown, most: number): Unread | null => {
  let values = 0;
  const within = (value: unknown, levels: number): Unread | null => {
    values += 1;
    if (values > most) return 'too many values';
    if (typeof value !== 'object' || value === null) return null;
    if (levels === 0) return 'nested too deep';
    // String({ "toString": 1 }) throws: a member of an answer must not decide how objects become texts.
    if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) {
      Object.defineProperty(value, Symbol.toPrimitive, asText);
    }
    for (const one of Object.values(value)) {
      const why = within(one, levels - 1);
      if (why !== null) return why;
    }
    return null;
  };
  return within(root, depthMax);
};

/** A text as JSON: the value, `undefined` for what is none, and why JSON was not read. */
export const readJson = (text: string, endpoint: keyof typeof valuesMax = 'other') => {
  try {
    const document = JSON.parse(text) as unknown;
    const unread = whyUnread(document, valuesMax[endpoint]);
    return { document: unread === null ? document : undefined, unread };
  } catch {
    return { document: undefined, unread: null };
  }
};

/**
 * JSON as a value; `undefined` for what is none, or is deeper or larger than anything of this API.
 *
 * @param endpoint - what answered with it
 */
export const parseJson = (text: string, endpoint?: keyof typeof valuesMax): unknown =>
  readJson(text, endpoint).document;

/** A value as people read it in a message, cut short. */
export const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
};

/** A value in one spelling: members in alphabetical order. Equal texts mean equal values. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
    return `{${members.join(',')}}`;
  }
  return value === undefined ? 'undefined' : JSON.stringify(value);
};
