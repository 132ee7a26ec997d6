/** The bytes of an answer as text, or `null` when there are more of them than `bytesMax`. */
export const readText = async (response: Response, bytesMax: number): Promise<string | null> => {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
};
