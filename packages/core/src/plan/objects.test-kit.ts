import fc from 'fast-check';

/*
 * JSON values as a JavaScript program may hand them over: the same data in objects that are frozen,
 * inherit fields, compute fields when they are read, answer differently each time, or throw.
 */

/** How an object carries its data. */
type Carrier = (plain: object, other: object) => object;

const accessors = (plain: object, get: (name: string) => unknown): object =>
  Object.defineProperties<object>(
    Array.isArray(plain) ? [] : {},
    Object.fromEntries(
      Object.keys(plain).map((name) => [
        name,
        { get: () => get(name), enumerable: true, configurable: true },
      ]),
    ),
  );

const fieldOf = (value: object, name: string): unknown =>
  (value as Readonly<Record<string, unknown>>)[name];

const refuseToAnswer = (): never => {
  throw new Error('this object gives nothing away');
};

/** Carriers whose data are those of the plain object whenever they are read. */
const steady: readonly Carrier[] = [
  (plain) => plain,
  (plain) => Object.freeze(plain),
  (plain, other) =>
    Array.isArray(plain) ? plain : Object.assign(Object.create(other) as object, plain),
  (plain) => (Array.isArray(plain) ? plain : Object.assign(Object.create(null) as object, plain)),
  (plain) => accessors(plain, (name) => fieldOf(plain, name)),
  (plain) => new Proxy(plain, {}),
];

/** Carriers that give one object's data or the other's, or nothing. */
const unsteady: readonly Carrier[] = [
  (plain, other) => {
    let turn = 0;
    return accessors(plain, (name) => fieldOf(turn++ % 2 === 0 ? plain : other, name));
  },
  (plain, other) => {
    let turn = 0;
    return new Proxy(plain, {
      get: (target, name) => Reflect.get(turn++ % 2 === 0 ? target : other, name) as unknown,
    });
  },
  (plain) => accessors(plain, refuseToAnswer),
  (plain) => new Proxy(plain, { get: refuseToAnswer }),
  (plain) => new Proxy(plain, { ownKeys: refuseToAnswer }),
  (plain) => new Proxy(plain, { getOwnPropertyDescriptor: refuseToAnswer }),
  (plain) => {
    const { proxy, revoke } = Proxy.revocable(plain, {});
    revoke();
    return proxy;
  },
];

const carriedBy = (carriers: readonly Carrier[]) => {
  const carry = (
    value: unknown,
    other: unknown,
    choices: readonly number[],
    at: number,
  ): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const inner = typeof other === 'object' && other !== null ? other : {};
    const entries = Object.entries(value).map(([name, part], place): [string, unknown] => [
      name,
      carry(part, fieldOf(inner, name), choices, at * 5 + place + 1),
    ]);
    const plain = Array.isArray(value)
      ? entries.map(([, part]) => part)
      : Object.fromEntries(entries);
    return carriers[choices[at % choices.length]! % carriers.length]!(plain, inner);
  };
  return (value: unknown, other: unknown, choices: readonly number[]) =>
    carry(value, other, choices, 0);
};

/** Which carrier each object of a value gets; mostly the plain one, to which it shrinks. */
export const choices = fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 12 })), {
  minLength: 1,
  maxLength: 12,
});

/** The value in objects that have its data as often as they are asked. */
export const steadily = carriedBy(steady);

/** The value in objects some of which mix in another's data, or throw. */
export const unsteadily = carriedBy([...steady, ...unsteady]);
