import { type Draw, oneOf } from '../random.js';
import { knownWords, oddTexts, oddValues } from './odd-values.js';

/** A place in a value of JSON: the object or array that holds it, and its key there. */
interface Spot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const addSpots = (holder: unknown, spots: Spot[]): void => {
  if (!isHolder(holder)) return;
  for (const key of Object.keys(holder)) {
    spots.push({ holder, key });
    addSpots(holder[key], spots);
  }
};

const shown = { configurable: true, enumerable: true, writable: true };

/** As an own field even where the name has a meaning, such as `__proto__`. */
const put = (holder: Record<string, unknown>, key: string, value: unknown): void => {
  Object.defineProperty(holder, key, { value, ...shown });
};

/** A copy of a value of JSON, also with a field `__proto__`; `undefined` of what was removed. */
const copyOf = (value: unknown): unknown =>
  value === undefined ? value : JSON.parse(JSON.stringify(value));

const oddOne = (draw: Draw): unknown =>
  oneOf(draw, oneOf<readonly unknown[]>(draw, [knownWords, knownWords, oddTexts, oddValues]));

/** Ways to damage what is at a spot; another spot of the same value is there to borrow from. */
const ways: readonly ((draw: Draw, spot: Spot, other: Spot) => void)[] = [
  (draw, { holder, key }) => put(holder, key, oddOne(draw)),
  (draw, { holder, key }) => put(holder, key, oneOf(draw, knownWords)),
  (_, { holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  },
  (_, { holder, key }, other) => put(holder, key, copyOf(other.holder[other.key])),
  (_, { holder, key }) => put(holder, key, [holder[key]]),
  (_, { holder, key }) => {
    const value = holder[key];
    if (Array.isArray(value)) put(holder, key, value[0]);
  },
  (draw, { holder, key }) => {
    const value = holder[key];
    if (Array.isArray(value)) value.push(draw(2) === 0 ? oddOne(draw) : copyOf(value[0]));
    else if (isHolder(value)) put(value, String(oddOne(draw)), oddOne(draw));
  },
  (draw, { holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, copyOf(holder[key]));
    else put(holder, oneOf(draw, knownWords), holder[key]);
  },
  (draw, { holder, key }) => {
    const value = holder[key];
    if (typeof value !== 'string') return;
    const texts = [value.toUpperCase(), `${value} `, value.slice(1), `${value}\0`, value.split('')];
    put(holder, key, oneOf<unknown>(draw, texts));
  },
];

/**
 * A copy of a value of JSON with one part of it changed, removed, moved or said again: as likely as
 * not still a request of its kind, wrong in one place (section 7).
 */
export const damagedJson = (draw: Draw, value: unknown): unknown => {
  const root = { value: copyOf(value) };
  const spots: Spot[] = [];
  addSpots(root, spots);
  // The whole value is one of the spots, but not a more likely one than any other.
  oneOf(draw, ways)(draw, oneOf(draw, spots), oneOf(draw, spots));
  // Where the whole was removed nothing is left: `null`, which is JSON.
  return root.value ?? null;
};
