import { createHash } from 'node:crypto';
import { openFile } from './files.js';

/** The lower-case hexadecimal SHA-256 of a text or of bytes. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const pieceBytes = 2 ** 20;

/**
 * The SHA-256 of a file, read in pieces so that a service goes on answering meanwhile.
 *
 * @param rest - waits after each piece, given its size
 */
export const sha256OfFile = async (
  path: string,
  rest?: (bytesCount: number) => Promise<void>,
): Promise<string> => {
  const file = await openFile(path);
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
      await rest?.(bytesRead);
    }
  } finally {
    await file.close();
  }
};
