import { loadScript } from './load-script.js';

/** How long an example may take. */
const msMax = 5000;

interface Module {
  readonly name: string;
  readonly source: string;
}

/** Runs modules in a worker of their own, the last of them as the program, and gives what they print. */
const outputOf = async (modules: readonly Module[]): Promise<string> => {
  await loadScript('assets/run.js');
  const url = URL.createObjectURL(
    new Blob([globalThis.tallyboardRunner ?? ''], { type: 'text/javascript' }),
  );
  const worker = new Worker(url);
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`stopped after ${msMax / 1000} s without an end`)),
        msMax,
      );
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
        clearTimeout(timer);
        resolve(data);
      });
      worker.addEventListener('error', ({ message }) => {
        clearTimeout(timer);
        reject(new Error(message));
      });
      worker.postMessage(modules);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
};

const programIn = (example: HTMLElement): string =>
  example.querySelector('textarea')?.value ?? example.dataset['program'] ?? '';

/** The examples above this one that have a name, for it to import. */
const filesBefore = (example: HTMLElement): readonly Module[] =>
  [...document.querySelectorAll<HTMLElement>('.example[data-file]')]
    .filter((one) => example.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
    .map((one) => ({
      name: `./${(one.dataset['file'] ?? '').replace('.ts', '.js')}`,
      source: programIn(one),
    }));

const outputBelow = (example: HTMLElement): HTMLElement => {
  const next = example.nextElementSibling;
  if (next instanceof HTMLElement && next.classList.contains('printed')) return next;
  const made = document.createElement('div');
  made.className = 'printed';
  made.dataset['label'] = 'Prints';
  made.innerHTML = '<pre><code></code></pre>';
  example.after(made);
  return made;
};

const run = async (example: HTMLElement): Promise<void> => {
  const program = { name: '', source: programIn(example) };
  const output = outputBelow(example);
  const code = output.querySelector('code')!;
  output.classList.remove('failed');
  output.setAttribute('aria-busy', 'true');
  try {
    const text = await outputOf([...filesBefore(example), program]);
    code.textContent = text === '' ? 'It printed nothing.' : text;
  } catch (error) {
    output.classList.add('failed');
    code.textContent = error instanceof Error ? error.message : String(error);
  }
  output.removeAttribute('aria-busy');
};

const edit = (example: HTMLElement): void => {
  const area = document.createElement('textarea');
  area.value = programIn(example).trimEnd();
  area.rows = area.value.split('\n').length + 1;
  area.spellcheck = false;
  area.setAttribute('aria-label', 'The program of this example');
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run(example);
  });
  example.querySelector('pre')?.replaceWith(area);
  area.focus();
};

const button = (text: string, act: (own: HTMLButtonElement) => void): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', () => act(made));
  return made;
};

/** Gives the examples that run in a browser their buttons. */
export const prepareExamples = (): void => {
  for (const example of document.querySelectorAll<HTMLElement>('.example')) {
    const bar = document.createElement('div');
    bar.className = 'bar';
    bar.append(
      button('Run', () => void run(example)),
      button('Edit', (own) => {
        edit(example);
        own.remove();
      }),
    );
    example.append(bar);
  }
};
