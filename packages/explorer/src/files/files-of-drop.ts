const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder gives its entries in portions; an empty one is the last. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const filesIn = async (entry: FileSystemEntry): Promise<readonly File[]> => {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(entries.map(filesIn))).flat();
};

/** The files of a drop, with those in its folders. */
export const filesOfDrop = async ({ items }: DataTransfer): Promise<readonly File[]> => {
  // All at once: the list is emptied when the event is over.
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const lists = await Promise.all(entries.filter((entry) => entry !== null).map(filesIn));
  return lists.flat().filter(({ name }) => !name.startsWith('.'));
};
