/** How often each key occurs; rows without one count for nothing. */
export const countByKey = (keys: Iterable<string | null>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};
