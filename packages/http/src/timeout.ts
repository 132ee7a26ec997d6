/** What a promise gives within so many milliseconds; what `late` gives, or throws, where it takes longer. */
export const within = <A>(ms: number, promise: Promise<A>, late: () => A): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error as Error);
      }
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
