/** Room for indexes when nothing is said: some hundred million events. */
export const cacheBytesDefault = 2 ** 30;
