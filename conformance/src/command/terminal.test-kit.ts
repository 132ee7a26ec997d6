import { afterEach, beforeEach, vi } from 'vitest';

/** What a command prints in each test on standard output and on standard error, with a key in the environment. */
export const terminal = (key: string) => {
  const said = { printed: '', told: '' };
  const listen = (stream: NodeJS.WriteStream, name: keyof typeof said): void => {
    said[name] = '';
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean((said[name] += String(text))));
  };
  beforeEach(() => {
    listen(process.stdout, 'printed');
    listen(process.stderr, 'told');
    vi.stubEnv('TALLYBOARD_API_KEY', key);
    vi.stubEnv('TALLYBOARD_BASE_URL', undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return said;
};
