interface Wanted<A> {
  readonly name: string;
  readonly resolve: (found: A | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks for one thing at a time in few questions: while as many as allowed are under way, whatever else is asked for
 * waits, and goes together into the next. So a flood of unknown names is no flood of questions.
 *
 * @param questionsMax - how many questions are under way at a time
 * @param thingsMax - how many things one of them asks for at most
 */
export const together = <A>(
  ask: (names: readonly string[]) => Promise<ReadonlyMap<string, A>>,
  questionsMax: number,
  thingsMax: number,
): ((name: string) => Promise<A | null>) => {
  const queue: Wanted<A>[] = [];
  let questions = 0;

  const askAll = async (): Promise<void> => {
    questions += 1;
    while (queue.length > 0) {
      const wanted = queue.splice(0, thingsMax);
      try {
        const found = await ask(wanted.map(({ name }) => name));
        for (const { name, resolve } of wanted) resolve(found.get(name) ?? null);
      } catch (error) {
        for (const { reject } of wanted) reject(error);
      }
    }
    questions -= 1;
  };

  return (name) =>
    new Promise((resolve, reject) => {
      queue.push({ name, resolve, reject });
      if (questions < questionsMax) void askAll();
    });
};
