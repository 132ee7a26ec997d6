/** What a promise gives within so many milliseconds; what `late` gives, or throws, where it takes longer. */
export const within = <A>(ms: number, promise: Promise<A>, late: () => A): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- whatever `late` throws
        reject(error);
      }
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
