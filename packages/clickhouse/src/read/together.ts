/** How many questions are under way at a time, and how many things one of them asks for at most. */
export interface TogetherLimits {
  readonly questionsMax: number;
  readonly thingsMax: number;
}

interface Waiting<A> {
  readonly resolve: (found: A | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks for one thing at a time in few questions: while as many as allowed are under way, whatever else is asked for
 * waits, and goes together into the next. So a flood of unknown names is no flood of questions.
 */
export const together = <A>(
  ask: (names: readonly string[]) => Promise<ReadonlyMap<string, A>>,
  { questionsMax, thingsMax }: TogetherLimits,
): ((name: string) => Promise<A | null>) => {
  const waiting = new Map<string, Waiting<A>[]>();
  let under = 0;

  const askNext = async (): Promise<void> => {
    const asked = [...waiting].slice(0, thingsMax);
    for (const [name] of asked) waiting.delete(name);
    try {
      const found = await ask(asked.map(([name]) => name));
      for (const [name, all] of asked)
        for (const { resolve } of all) resolve(found.get(name) ?? null);
    } catch (error) {
      for (const [, all] of asked) for (const { reject } of all) reject(error);
    }
  };

  const askAll = async (): Promise<void> => {
    under += 1;
    while (waiting.size > 0) await askNext();
    under -= 1;
  };

  return (name) =>
    new Promise((resolve, reject) => {
      const one = { resolve, reject };
      const others = waiting.get(name);
      if (others === undefined) waiting.set(name, [one]);
      else others.push(one);
      if (under < questionsMax) void askAll();
    });
};
