import type { Finding } from '../findings.js';

/** What the console can show. */
export interface ConsoleStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Names every rule where a count would do. */
  readonly verbose?: boolean;
}

type Tone = Finding | 'strong' | 'faint';

/** Select Graphic Rendition of each tone; the sixteen colours that every theme adapts. */
const tones: Readonly<Record<Tone, number>> = {
  fail: 31,
  suspect: 35,
  undecided: 33,
  pass: 32,
  observed: 36,
  notApplicable: 2,
  strong: 1,
  faint: 2,
};

/** A text in a colour, or as it is where there are none. */
export const paint = ({ color }: ConsoleStyle, tone: Tone, text: string): string =>
  color ? `\u001b[${tones[tone]}m${text}\u001b[0m` : text;

const labelWidth = 10;
const narrowest = 40;

/** A text in lines no longer than the console, under a label of fixed width. */
export const labelled = (style: ConsoleStyle, label: string, text: string): readonly string[] => {
  const width = Math.max(narrowest, style.columns) - labelWidth - 4;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  const indent = ' '.repeat(labelWidth + 4);
  const [first, ...others] = [...lines, line];
  const start = `    ${paint(style, 'faint', label.padEnd(labelWidth))}`;
  // A label without room beside it has a line of its own.
  const head = label.length < labelWidth ? [start + first] : [start, indent + first];
  return [...head, ...others.map((one) => indent + one)];
};
