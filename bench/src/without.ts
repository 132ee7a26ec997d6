/** A record without some of its members. */
export const without = <A extends object, Name extends keyof A & string>(
  record: A,
  ...names: readonly Name[]
): Omit<A, Name> =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as Omit<A, Name>;
